import { expect, it } from 'vitest'
import { readSteps, writeSteps } from './dunning-text.ts'

it('reads the steps that it writes', () => {
  const steps = [
    { days_after_due: 3, action: 'reminder' as const },
    { days_after_due: 20, action: 'notify_operator' as const },
  ]
  expect(writeSteps(steps)).toBe('3 reminder\n20 notify_operator')
  expect(readSteps(` ${writeSteps(steps)}\n\n`)).toEqual({ steps })
})

it('names the line that is no step', () => {
  expect(readSteps('3 reminder\nlater')).toEqual({ mistake: expect.stringContaining('"later" is no step.') })
})

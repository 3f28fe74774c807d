import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAttemptState } from './attempt-state.ts'

const reported = fc.constantFrom('pending', 'action_required', 'paid', 'failed')

describe('nextAttemptState', () => {
  it('is paid in any order of reports that has "paid" in it', () => {
    fc.assert(
      fc.property(fc.array(reported), fc.nat(20), (reports, position) => {
        const all = [...reports.slice(0, position), 'paid' as const, ...reports.slice(position)]
        expect(all.reduce(nextAttemptState, 'pending' as ReturnType<typeof nextAttemptState>)).toBe('paid')
      }),
    )
  })

  it('never opens a failed or canceled attempt again without money', () => {
    for (const current of ['failed', 'canceled'] as const)
      for (const report of ['pending', 'action_required', 'failed'] as const)
        expect(nextAttemptState(current, report)).toBe(current)
  })
})

import { expect, it } from 'vitest'
import { readTargets, writeTargets } from './targets.ts'

it('what is written is read again, and an invalid line is reported', () => {
  const targets = { 'acme/web': 'w-1', 'acme/api/staging': 'a=b' }
  expect(writeTargets(targets)).toBe('acme/api/staging = a=b\nacme/web = w-1')
  expect(readTargets(`${writeTargets(targets)}\n\n`)).toEqual({ targets, invalidLine: null })
  for (const line of ['acme/api', '= i-1', 'acme/api =']) expect(readTargets(line).invalidLine).toBe(line)
})

import { describe, expect, it } from 'vitest'
import { isWeakened, parsePolicySettings } from './security-policy.ts'

describe('parsePolicySettings', () => {
  it('returns the settings of the kind with their defaults', () => {
    expect(parsePolicySettings('api_keys', { max_days: 90 })).toEqual({ settings: { max_days: 90, ranges: [] } })
  })

  it('says what is missing and what belongs to another kind', () => {
    expect(parsePolicySettings('network', { ranges: [], covers: 'api' })).toEqual({
      problem: 'The policy is not valid: ranges: must name an address or a range.',
    })
    expect(parsePolicySettings('second_factor', { applies_to: 'admins', max_days: 3 })).toEqual({
      problem: 'A policy of kind second_factor has no setting max_days.',
    })
    expect(parsePolicySettings('network', { ranges: ['300.1.1.1'], covers: 'api' })).toMatchObject({
      problem: expect.stringContaining('ranges.0: must be an address'),
    })
  })
})

describe('isWeakened', () => {
  it('compares what is allowed before and after', () => {
    const hours = (max_hours: number) => ({ max_hours, idle_minutes: 30 })
    expect(isWeakened('session_lifetime', hours(8), hours(12))).toBe(true)
    expect(isWeakened('session_lifetime', hours(12), hours(8))).toBe(false)
    expect(isWeakened('session_lifetime', hours(8), null)).toBe(true)
    expect(isWeakened('session_lifetime', null, hours(8))).toBe(false)
    const above = (amount: string, actors: 'admins' | 'permitted' = 'admins') => ({
      actors,
      approve_above: { amount, currency: 'USD' },
    })
    expect(isWeakened('approvals', above('100'), above('200'))).toBe(true)
    expect(isWeakened('approvals', above('100'), above('9'))).toBe(false)
    expect(isWeakened('approvals', above('100'), above('100', 'permitted'))).toBe(true)
    expect(isWeakened('second_factor', { applies_to: 'everyone' }, { applies_to: 'admins' })).toBe(true)
    expect(isWeakened('sign_in', { methods: ['passkey'] }, { methods: ['passkey', 'password'] })).toBe(true)
    expect(isWeakened('api_keys', { max_days: 9, ranges: ['10.0.0.1'] }, { max_days: 9, ranges: [] })).toBe(true)
    expect(isWeakened('api_keys', { max_days: 9, ranges: [] }, { max_days: 9, ranges: ['10.0.0.1'] })).toBe(false)
    expect(
      isWeakened('network', { ranges: ['10.0.0.1'], covers: 'everything' }, { ranges: ['10.0.0.1'], covers: 'api' }),
    ).toBe(true)
    const network = (...ranges: string[]) => ({ ranges, covers: 'everything' as const })
    expect(isWeakened('network', network('10.0.0.0/8'), network('10.1.0.0/16', '10.2.3.4'))).toBe(false)
    expect(isWeakened('network', network('10.1.0.0/16'), network('10.0.0.0/8'))).toBe(true)
    expect(isWeakened('network', network('10.1.0.0/16'), network('10.1.0.0/16', '::/0'))).toBe(true)
  })
})

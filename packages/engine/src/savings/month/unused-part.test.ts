import type { CommitmentHour } from '@kept/domain/saving.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commitmentBaseline } from './commitment-baseline.ts'
import { unusedCommitmentCost } from './commitments.ts'

const row = (hour: number, hours: number, status: 'Used' | 'Unused', effective: string): CommitmentHour => ({
  ...{ commitment: 'ri', hour, hours, status, effective },
  contracted: status === 'Used' ? '0.096' : '0',
})

/** A commitment of 0.06 an hour over 48 hours, used in some of them. */
const worlds = fc.array(fc.boolean(), { minLength: 48, maxLength: 48 })
const hourly = (used: boolean[]) => used.map((isUsed, hour) => row(hour, 1, isUsed ? 'Used' : 'Unused', '0.06'))
const withFeeRow = (used: boolean[]) => {
  const unused = used.filter((isUsed) => !isUsed).length
  return [row(0, 48, 'Unused', String((unused * 6) / 100)), ...hourly(used).filter(({ status }) => status === 'Used')]
}

describe('unusedIn', () => {
  it('says of a fee row for every span what hourly rows say', () => {
    fc.assert(
      fc.property(worlds, fc.nat(47), fc.nat(47), (used, a, b) => {
        const window = { from: Math.min(a, b), to: Math.max(a, b) + 1 }
        const stated = commitmentBaseline('ri', hourly(used), window, true)
        expect(commitmentBaseline('ri', withFeeRow(used), window, true)).toEqual(stated)
        const before = { ...stated, unused: '0', contracted: '4.608', effective: '2.88' }
        const unusedCost = (rows: CommitmentHour[]) => unusedCommitmentCost(before, rows, window.from, window.to)
        expect(unusedCost(withFeeRow(used))).toBe(unusedCost(hourly(used)))
      }),
    )
  })

  it('is never negative, and divides rows of a day that cross the span', () => {
    const rows = [row(0, 24, 'Used', '1.2'), row(0, 24, 'Unused', '0.24'), row(24, 24, 'Used', '1.44')]
    const window = { from: 12, to: 48 }
    expect(commitmentBaseline('ri', rows, window, true)).toMatchObject({ unused: '0.12', effective: '2.04' })
    const overused = [row(0, 48, 'Unused', '0'), row(0, 1, 'Used', '0.06'), row(24, 1, 'Used', '5')]
    expect(commitmentBaseline('ri', overused, { from: 24, to: 48 }, true).unused).toBe('0')
  })
})

describe('unusedCommitmentCost', () => {
  const level = { commitment: 'ri', from: '1970-01-01T00:00:00Z', to: '1970-01-03T00:00:00Z', unused: '0' }
  const used = (hours: number) => hourly(Array.from({ length: hours }, () => true))

  it('counts covered usage that is gone as unused where the bill never states an unused part', () => {
    const before = { ...level, contracted: '4.608', effective: '2.88', stated: false }
    expect(unusedCommitmentCost(before, used(48), 0, 48)).toBe(0n)
    expect(unusedCommitmentCost(before, used(12), 0, 48)).toBe(3_456_000_000n)
    expect(unusedCommitmentCost(before, [], 0, 48)).toBe(4_608_000_000n)
    expect(unusedCommitmentCost({ ...before, stated: true }, [], 0, 48)).toBe(0n)
  })

  it('believes an unused part that the bill states after all', () => {
    const before = { ...level, contracted: '4.608', effective: '2.88', stated: false }
    const rows = [...used(12), row(12, 1, 'Unused', '0.06')]
    expect(unusedCommitmentCost(before, rows, 0, 48)).toBe(96_000_000n)
  })
})

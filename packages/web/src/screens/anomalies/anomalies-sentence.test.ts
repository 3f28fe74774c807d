import { describe, expect, it } from 'vitest'
import { describeAnomalies } from './anomalies-sentence.ts'

const incident = (excess: string, more: Partial<Parameters<typeof describeAnomalies>[0][number]> = {}) => ({
  excess,
  currency: 'USD',
  first_day: '2026-11-11',
  status: 'open' as const,
  feedback: null,
  ...more,
})

describe('describeAnomalies', () => {
  it('adds what is above the expected range, and says what still runs', () => {
    const anomalies = [
      incident('326.63', { first_day: '2026-11-14' }),
      incident('497.35', { status: 'over' }),
      incident('-247.80'),
      incident('1000', { feedback: 'expected' }),
    ]
    expect(describeAnomalies(anomalies)).toEqual({
      amount: '$823.98',
      rest: 'more than expected since Nov 11, 2026. 1 of 2 is still running.',
    })
  })

  it('never adds currencies', () => {
    expect(describeAnomalies([incident('1'), incident('2', { currency: 'EUR' })])?.amount).toBe('$1.00 and €2.00')
  })

  it('is nothing where nothing cost more', () => {
    expect(describeAnomalies([incident('-5')])).toBeNull()
  })
})

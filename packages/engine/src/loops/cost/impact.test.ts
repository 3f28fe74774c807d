import { compare, toPlaces } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costImpact, projected, type SkuUse } from './impact.ts'

const use = (sku_price_id: string, rate_now: string, unit_price: string, more: Partial<SkuUse> = {}): SkuUse => ({
  resource_id: 'fn',
  currency: 'USD',
  sku_price_id,
  rate_now,
  unit_price,
  baseline_rates: [],
  ...more,
})

describe('cost impact', () => {
  it('of 500 excess invocations a second at 512 MB and 200 ms, with SQS and logs, is 6.42 per hour', () => {
    const [impact] = costImpact([
      use('lambda-requests', '1800000', '0.0000002'),
      use('lambda-gb-seconds', '180000', '0.0000166667'),
      use('sqs-requests', '5400000', '0.0000004'),
      use('logs-gb', '1.8', '0.5'),
    ])
    expect(toPlaces(impact?.hourly ?? '', 2)).toBe('6.42')
    expect(toPlaces(impact?.daily ?? '', 2)).toBe('154.08')
  })
  it('counts what is above the same hour of the week, and each SKU of a resource once', () => {
    const [impact] = costImpact([
      use('a', '100', '1', { baseline_rates: ['10', '20', '30', '40'] }),
      use('a', '100', '1'),
      use('b', '5', '1', { baseline_rates: ['10'] }),
    ])
    expect(impact).toMatchObject({ hourly: '75', hourly_low: '65', hourly_high: '85' })
  })
  it('never adds currencies', () => {
    expect(
      costImpact([use('a', '1', '1'), use('b', '1', '1', { currency: 'EUR' })]).map(({ currency }) => currency),
    ).toEqual(['USD', 'EUR'])
  })
  it('lies within its range, whatever the past', () => {
    const rate = fc.integer({ min: 0, max: 10_000 }).map(String)
    fc.assert(
      fc.property(rate, fc.array(rate, { maxLength: 4 }), (now, baseline_rates) => {
        const [impact] = costImpact([use('a', now, '0.37', { baseline_rates })])
        expect(compare(impact?.hourly_low ?? '', impact?.hourly ?? '')).toBeLessThanOrEqual(0)
        expect(compare(impact?.hourly ?? '', impact?.hourly_high ?? '')).toBeLessThanOrEqual(0)
      }),
    )
  })
  it('is projected from the onset to the end', () => {
    expect(projected('6.42', '2', '24')).toEqual({ spent: '12.84', total: '166.92' })
  })
})

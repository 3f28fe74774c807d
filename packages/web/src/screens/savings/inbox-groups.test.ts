import { add, type Decimal, decimal, subtract } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facetOf, groupings, groupRecommendations, overlapOf, totalsOf } from './inbox-groups.ts'
import { recommendationForTest } from './testing/recommendation.ts'

const saving = fc.option(
  fc.integer({ min: 0, max: 1_000_000 }).map((cents) => decimal(cents / 100)),
  { freq: 5 },
)
const row = fc
  .record({
    team: fc.constantFrom('', 'Platform', 'Checkout'),
    owner: fc.constantFrom('', 'Ana', 'Jonas'),
    service: fc.constantFrom('EC2', 'RDS', ''),
    rule: fc.constantFrom('idle', 'rightsize'),
    currency: fc.constantFrom('USD', 'EUR'),
    monthly_savings: saving,
    alternatives: fc.array(saving, { maxLength: 3 }),
  })
  .map(({ alternatives, ...fields }) => ({
    ...recommendationForTest(fields),
    alternatives: alternatives.map((monthly_savings) => recommendationForTest({ ...fields, monthly_savings })),
  }))

test('every grouping lists each row once and adds up to the headline', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const headline = new Map(totalsOf(rows).map(({ currency, monthly_savings }) => [currency, monthly_savings]))
      for (const grouping of groupings) {
        const groups = groupRecommendations(rows, grouping)
        expect(groups.flatMap((group) => group.rows)).toHaveLength(rows.length)
        expect(new Set(groups.flatMap((group) => group.rows))).toEqual(new Set(rows))
        const sums = new Map<string, Decimal>()
        for (const { currency, monthly_savings } of groups.flatMap(({ totals }) => totals))
          sums.set(currency, add(sums.get(currency) ?? '0', monthly_savings))
        expect(sums).toEqual(headline)
      }
      for (const [currency, total] of headline) {
        const { alone, overlapping } = overlapOf(rows, currency)
        expect(subtract(alone, overlapping)).toBe(total)
      }
    }),
    { seed: 17 },
  )
})

test('facets have counts and savings, the largest first', () => {
  const rows = [
    recommendationForTest({ service: 'S3', monthly_savings: '1' }),
    recommendationForTest({ service: 'EC2', monthly_savings: '4' }),
    recommendationForTest({ service: 'S3', monthly_savings: '2' }),
  ]
  expect(facetOf(rows, 'service')).toEqual([
    { value: 'EC2', label: 'EC2', count: 1, totals: [{ currency: 'USD', monthly_savings: '4' }] },
    { value: 'S3', label: 'S3', count: 2, totals: [{ currency: 'USD', monthly_savings: '3' }] },
  ])
})

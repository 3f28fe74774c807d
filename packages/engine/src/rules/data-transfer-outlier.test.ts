import { expect, it } from 'vitest'
import { daily, evaluateAlone, june, meterDay, recommendationsOf, windowOf } from '../testing/facts.ts'
import { dataTransferOutlier } from './data-transfer-outlier.ts'

const sending = (cost: (day: number) => number, window = june, meter = 'DataTransfer-Out-Bytes') =>
  daily(window, (day, i) => meterDay({ day, meter, effective: cost(i).toFixed(4) }))

it('finds a sender that rose, with what it paid above its usual and what is ahead', () => {
  const [recommendation] = recommendationsOf(dataTransferOutlier, { meter_day: sending((day) => (day < 23 ? 10 : 40)) })
  expect(recommendation).toMatchObject({
    monthly_savings_low: '0',
    monthly_savings: '210', // seven days of thirty more
    monthly_savings_high: '510', // a month of them would be 900, but never more than what it cost
    monthly_cost: '510',
  })
})

it('takes three times as an outlier', () => {
  const recommendationCount = (recent: number) =>
    recommendationsOf(dataTransferOutlier, { meter_day: sending((day) => (day < 23 ? 10 : recent)) }).length
  expect([recommendationCount(30), recommendationCount(29.9)]).toEqual([1, 0])
})

it('looks at transfer only, and only with history', () => {
  expect(
    recommendationsOf(dataTransferOutlier, {
      meter_day: sending((day) => (day < 23 ? 10 : 40), june, 'TimedStorage-ByteHrs'),
    }),
  ).toEqual([])
  const window = windowOf('2026-06-01', '2026-06-21')
  const { outcomes } = evaluateAlone(dataTransferOutlier, { meter_day: sending(() => 10, window) }, window)
  expect(outcomes[0]?.skip_reasons).toEqual(['Needs 21 days of history (1 of 1 senders have less).'])
})

it('knows the words of the other clouds', () => {
  for (const meter of ['Standard Data Transfer Out', 'Network Internet Egress from Americas to APAC']) {
    expect(
      recommendationsOf(dataTransferOutlier, { meter_day: sending((d) => (d < 23 ? 10 : 40), june, meter) }),
    ).toHaveLength(1)
  }
})

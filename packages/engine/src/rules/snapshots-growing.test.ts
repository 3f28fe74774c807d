import { expect, it } from 'vitest'
import { daily, evaluateAlone, june, meterDay, recommendationsOf, windowOf } from '../testing/facts.ts'
import { logStorageGrowing } from './log-storage-growing.ts'
import { snapshotsGrowing } from './snapshots-growing.ts'

const snapshots = (cost: (day: number) => number, window = june) =>
  daily(window, (day, i) => meterDay({ day, meter: 'EBS:SnapshotUsage', effective: cost(i).toFixed(4) }))

it('finds snapshots that grow day by day, between what growth cost and what it costs now', () => {
  const [recommendation] = recommendationsOf(snapshotsGrowing, { meter_day: snapshots((day) => 10 + day) })
  // first week 13 a day, last week 36 a day, mean 24.5
  expect(recommendation).toMatchObject({
    monthly_savings_low: '345',
    monthly_savings: '517.5',
    monthly_savings_high: '690',
  })
})

it('takes ten percent as growth and less as level', () => {
  const recommendationCount = (growth: number) =>
    recommendationsOf(snapshotsGrowing, { meter_day: snapshots((day) => 100 + (growth / 23) * day) }).length
  // The mean of the first week is that of its fourth day.
  expect([recommendationCount(10.2), recommendationCount(9.9)]).toEqual([1, 0])
})

it('leaves a stock alone that is tidied now and then', () => {
  expect(recommendationsOf(snapshotsGrowing, { meter_day: snapshots((day) => 10 + day - 3 * (day % 4)) })).toEqual([])
})

it('asks for three weeks', () => {
  const window = windowOf('2026-06-01', '2026-06-21')
  const { recommendations, outcomes } = evaluateAlone(
    snapshotsGrowing,
    { meter_day: snapshots((day) => 10 + day, window) },
    window,
  )
  expect(recommendations).toEqual([])
  expect(outcomes[0]?.skip_reasons).toEqual(['Needs 21 days of history (1 of 1 have less).'])
})

it('does not take the storage of a bucket for logs', () => {
  const stored = (service: string) =>
    recommendationsOf(logStorageGrowing, {
      meter_day: daily(june, (day, i) =>
        meterDay({ day, service, meter: 'TimedStorage-ByteHrs', effective: String(10 + i) }),
      ),
    }).length
  expect([stored('Amazon Simple Storage Service'), stored('AmazonCloudWatch')]).toEqual([0, 1])
})

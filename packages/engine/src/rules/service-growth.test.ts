import { describe, expect, it } from 'vitest'
import { daily, evaluateAlone, june, recommendationsOf, serviceDay, windowOf } from '../testing/facts.ts'
import { oneDaySpike } from './one-day-spike.ts'
import { serviceGrowth } from './service-growth.ts'

const days = (cost: (day: number) => number, window = june) =>
  daily(window, (day, i) => serviceDay({ day, effective: cost(i).toFixed(4) }))

describe('service growth', () => {
  it('finds a week far above the line before it, and promises nothing', () => {
    const [recommendation] = recommendationsOf(serviceGrowth, {
      service_day: days((day) => (day < 23 ? 100 + (day % 3) : 200)),
    })
    expect(recommendation).toMatchObject({ monthly_savings: null, monthly_cost: '3722' })
    expect(recommendation?.summary).toContain('$200.00 a day')
  })
  it('takes half above the trend as growth', () => {
    const recommendationCount = (recent: number) =>
      recommendationsOf(serviceGrowth, { service_day: days((day) => (day < 23 ? 100 : recent)) }).length
    expect([recommendationCount(150.1), recommendationCount(149.9)]).toEqual([1, 0])
  })
  it('follows a trend that was there before', () => {
    expect(recommendationsOf(serviceGrowth, { service_day: days((day) => 50 + 10 * day) })).toEqual([])
  })
  it('is not fooled by one wild day, nor by a noisy service', () => {
    expect(recommendationsOf(serviceGrowth, { service_day: days((day) => (day === 26 ? 5000 : 100)) })).toEqual([])
    expect(
      recommendationsOf(serviceGrowth, { service_day: days((day) => [10, 150, 40, 90, 170][day % 5] ?? 0) }),
    ).toEqual([])
  })
  it('is not fooled by a service that comes and goes, but sees one that is new', () => {
    const now = (day: number) => [0, 60, 0, 0, 70, 0][day % 6] ?? 0
    expect(recommendationsOf(serviceGrowth, { service_day: days((day) => (day < 23 ? now(day) : 30)) })).toEqual([])
    const old = days(() => 3).map((row) => ({ ...row, service: 'old' }))
    const newRows = days(() => 50).filter(({ day }) => day >= '2026-06-24')
    expect(recommendationsOf(serviceGrowth, { service_day: [...old, ...newRows] })).toMatchObject([
      { resource_name: 'Amazon Elastic Compute Cloud', confidence: 0.4 },
    ])
  })
  it('asks for four weeks', () => {
    const window = windowOf('2026-06-01', '2026-06-28')
    const { outcomes } = evaluateAlone(serviceGrowth, { service_day: days(() => 10, window) }, window)
    expect(outcomes[0]?.skip_reasons).toEqual(['Needs 28 days of history (1 of 1 services have less).'])
  })
})

describe('one-day spike', () => {
  it('finds the day and its own money', () => {
    const [recommendation] = recommendationsOf(oneDaySpike, { service_day: days((day) => (day === 12 ? 500 : 20)) })
    expect(recommendation).toMatchObject({ monthly_savings: null, monthly_cost: '500' })
    expect(recommendation?.evidence[0]).toEqual({ label: 'Day', value: 'Jun 13, 2026' })
  })
  it('begins at four times the median day and twenty above it', () => {
    const recommendationCount = (baseline: number, top: number) =>
      recommendationsOf(oneDaySpike, { service_day: days((day) => (day === 12 ? top : baseline)) }).length
    expect([
      recommendationCount(20, 80),
      recommendationCount(20, 79.9),
      recommendationCount(5, 25),
      recommendationCount(5, 24.9),
    ]).toEqual([1, 0, 1, 0])
  })
  it('leaves monthly charges and new levels alone', () => {
    expect(recommendationsOf(oneDaySpike, { service_day: days((day) => (day === 0 ? 500 : 0)) })).toEqual([])
    expect(recommendationsOf(oneDaySpike, { service_day: days((day) => (day > 20 ? 500 : 20)) })).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { daily, findingsOf, judgeAlone, june, serviceDay, windowOf } from '../testing/facts.ts'
import { oneDaySpike } from './one-day-spike.ts'
import { serviceGrowth } from './service-growth.ts'

const days = (cost: (day: number) => number, window = june) =>
  daily(window, (day, i) => serviceDay({ day, effective: cost(i).toFixed(4) }))

describe('service growth', () => {
  it('finds a week far above the line before it, and promises nothing', () => {
    const [finding] = findingsOf(serviceGrowth, { service_day: days((day) => (day < 23 ? 100 + (day % 3) : 200)) })
    expect(finding).toMatchObject({ monthly_saving: null, monthly_cost: '3722' })
    expect(finding?.summary).toContain('200.00 USD a day')
  })
  it('takes half above the trend as growth', () => {
    const found = (recent: number) =>
      findingsOf(serviceGrowth, { service_day: days((day) => (day < 23 ? 100 : recent)) }).length
    expect([found(150.1), found(149.9)]).toEqual([1, 0])
  })
  it('follows a trend that was there before', () => {
    expect(findingsOf(serviceGrowth, { service_day: days((day) => 50 + 10 * day) })).toEqual([])
  })
  it('is not fooled by one wild day, nor by a noisy service', () => {
    expect(findingsOf(serviceGrowth, { service_day: days((day) => (day === 26 ? 5000 : 100)) })).toEqual([])
    expect(findingsOf(serviceGrowth, { service_day: days((day) => [10, 150, 40, 90, 170][day % 5] ?? 0) })).toEqual([])
  })
  it('is not fooled by a service that comes and goes, but sees one that is new', () => {
    const now = (day: number) => [0, 60, 0, 0, 70, 0][day % 6] ?? 0
    expect(findingsOf(serviceGrowth, { service_day: days((day) => (day < 23 ? now(day) : 30)) })).toEqual([])
    const old = days(() => 3).map((row) => ({ ...row, service: 'old' }))
    const fresh = days(() => 50).filter(({ day }) => day >= '2026-06-24')
    expect(findingsOf(serviceGrowth, { service_day: [...old, ...fresh] })).toMatchObject([
      { resource_name: 'Amazon Elastic Compute Cloud', confidence: 0.4 },
    ])
  })
  it('asks for four weeks', () => {
    const window = windowOf('2026-06-01', '2026-06-28')
    const { outcomes } = judgeAlone(serviceGrowth, { service_day: days(() => 10, window) }, window)
    expect(outcomes[0]?.why_not).toEqual(['1 of 1 services have less than 28 days of history.'])
  })
})

describe('one-day spike', () => {
  it('finds the day and its own money', () => {
    const [finding] = findingsOf(oneDaySpike, { service_day: days((day) => (day === 12 ? 500 : 20)) })
    expect(finding).toMatchObject({ monthly_saving: null, monthly_cost: '500' })
    expect(finding?.evidence[0]).toEqual({ label: 'Day', value: '2026-06-13' })
  })
  it('begins at four times the median day and twenty above it', () => {
    const found = (usual: number, top: number) =>
      findingsOf(oneDaySpike, { service_day: days((day) => (day === 12 ? top : usual)) }).length
    expect([found(20, 80), found(20, 79.9), found(5, 25), found(5, 24.9)]).toEqual([1, 0, 1, 0])
  })
  it('leaves monthly charges and new levels alone', () => {
    expect(findingsOf(oneDaySpike, { service_day: days((day) => (day === 0 ? 500 : 0)) })).toEqual([])
    expect(findingsOf(oneDaySpike, { service_day: days((day) => (day > 20 ? 500 : 20)) })).toEqual([])
  })
})

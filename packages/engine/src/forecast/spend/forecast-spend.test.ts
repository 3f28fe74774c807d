import { day } from '@kept/domain/series.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { type ChargeSeries, chargeKindOf, sumDays, toChargeSeries } from './charge-series.ts'
import { combineSpend, forecastSpend, totalSpend } from './forecast-spend.ts'

const start = Date.UTC(2026, 2, 1)
const row = { provider: 'AWS', category: 'Usage', frequency: 'Usage-Based', class: '' }

/** Numbers in [0, 1) from a seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Shape {
  days: number
  noise: number
  fee: number
  feeDay: number
  taxShare: number
  taxOnFirst?: boolean
}

/** Usage with a week's rhythm, a monthly fee, and tax on all of it at the month's end or on the first for the month before. */
function world(seed: number, { days, noise, fee, feeDay, taxShare, taxOnFirst = false }: Shape): ChargeSeries[] {
  const next = numbers(seed)
  const dates = Array.from({ length: days }, (_, index) => new Date(start + index * day))
  const week = [1, 1.1, 1.1, 1.05, 1, 0.7, 0.65]
  const costs = new Map<number, { row: typeof row; at: number; cost: number }[]>()
  const add = (more: Partial<typeof row>, timestamp: number, cost: number) =>
    costs.set(timestamp, [...(costs.get(timestamp) ?? []), { row: { ...row, ...more }, at: timestamp, cost }])
  let [level, taxed] = [1000, 0]
  for (const date of dates) {
    const timestamp = date.getTime()
    const isFirst = date.getUTCDate() === 1
    const isLast = new Date(timestamp + day).getUTCDate() === 1
    if (isFirst && taxOnFirst && taxed > 0) add({ category: 'Tax' }, timestamp, taxed * taxShare)
    if (isFirst) taxed = 0
    level *= 1 + (next() - 0.5) * noise * 0.3
    const usage = level * (week[date.getUTCDay()] ?? 1) * (1 + (next() - 0.5) * noise)
    const due = date.getUTCDate() === feeDay ? fee : 0
    add({}, timestamp, usage)
    if (due > 0) add({ category: 'Purchase', frequency: 'Recurring' }, timestamp, due)
    taxed += usage + due
    if (isLast && !taxOnFirst) add({ category: 'Tax' }, timestamp, taxed * taxShare)
  }
  return toChargeSeries(
    [...costs.values()].flat().map(({ row: charge, at, cost }) => ({ ...charge, at, cost })),
    ({ at, cost }) => ({ at, cost }),
  )
}

const quiet = { days: 150, noise: 0.02, fee: 500, feeDay: 1, taxShare: 0.08 }

describe('chargeKindOf', () => {
  it('separates usage from charges on single days', () => {
    const kind = (more: Partial<typeof row>) => chargeKindOf({ ...row, ...more })
    expect(kind({})).toBe('usage')
    expect(kind({ frequency: '' })).toBe('usage')
    expect(kind({ frequency: 'Recurring' })).toBe('fee')
    expect(kind({ category: 'Purchase', frequency: '' })).toBe('fee')
    expect(kind({ category: 'Purchase', frequency: 'One-Time' })).toBe('one_time')
    expect(kind({ category: 'Tax', frequency: 'Recurring' })).toBe('tax')
    expect(kind({ category: 'Credit' })).toBe('one_time')
    expect(kind({ class: 'Correction' })).toBe('one_time')
  })
})

describe('forecastSpend', () => {
  const until = Date.UTC(2026, 5, 20)
  const knownCharges = (all: readonly ChargeSeries[]) =>
    all.map((charge) => ({ ...charge, days: new Map([...charge.days].filter(([timestamp]) => timestamp < until)) }))

  it('puts the fee on its day and the tax on the last day of its month', () => {
    const forecast = forecastSpend(world(1, quiet), { until, horizon: 30 })
    const due = (rows: readonly number[] = []) =>
      rows.flatMap((value, index) => (value === 0 ? [] : [new Date(until + index * day).toISOString().slice(5, 10)]))
    expect(due(forecast?.fees)).toEqual(['07-01'])
    expect(forecast?.fees.find((value) => value !== 0)).toBe(500)
    expect(due(forecast?.tax)).toEqual(['06-30'])
    const june = [...sumDays(world(1, quiet).filter(({ kind }) => kind !== 'tax'))]
      .filter(([timestamp]) => timestamp >= Date.UTC(2026, 5, 1) && timestamp < Date.UTC(2026, 6, 1))
      .reduce((sum, [, cost]) => sum + cost, 0)
    const [tax = 0] = forecast?.tax.filter((value) => value !== 0) ?? []
    expect(tax / (0.08 * june)).toBeGreaterThan(0.97)
    expect(tax / (0.08 * june)).toBeLessThan(1.03)
  })

  it('takes tax on the first for tax on the month before', () => {
    const forecast = forecastSpend(world(2, { ...quiet, taxOnFirst: true }), { until, horizon: 20 })
    const [row] = [forecast?.tax.findIndex((value) => value !== 0)]
    expect(utcDay(until + (row ?? 0) * day)).toBe('2026-07-01')
  })

  it('does not see the days it forecasts', () => {
    const all = world(3, quiet)
    const { kindOf: _, ...forecast } = forecastSpend(all, { until, horizon: 14 }) ?? {}
    const { kindOf: __, ...repeated } = forecastSpend(knownCharges(all), { until, horizon: 14 }) ?? {}
    expect(forecast).toEqual(repeated)
  })

  it('expects no one-time charge, no yearly fee, and no fee that has ended', () => {
    const dateOf = (month: number, date: number) => Date.UTC(2026, month, date)
    const charge = (more: Partial<typeof row>, ...times: number[]): ChargeSeries => ({
      key: JSON.stringify(more),
      kind: chargeKindOf({ ...row, ...more }),
      provider: 'AWS',
      days: new Map(times.map((time) => [time, 900])),
    })
    const recurring = { category: 'Purchase', frequency: 'Recurring' }
    const usage = world(4, { ...quiet, fee: 0, taxShare: 0 }).filter(({ kind }) => kind === 'usage')
    for (const extra of [
      charge({ category: 'Purchase', frequency: 'One-Time' }, dateOf(4, 25), dateOf(5, 5)),
      charge(recurring, dateOf(4, 25)),
      charge(recurring, dateOf(2, 25), dateOf(3, 25)),
    ]) {
      const forecast = forecastSpend([...usage, extra], { until, horizon: 30 })
      expect(forecast?.fees.every((value) => value === 0)).toBe(true)
    }
  })

  it('takes a fee that is charged every day for one of days', () => {
    const usage = world(5, { ...quiet, fee: 0, taxShare: 0 })
    const dailyFee = usage.map((charge) => ({ ...charge, key: 'fee', kind: 'fee' as const }))
    const forecast = forecastSpend([...usage, ...dailyFee], { until, horizon: 7 })
    const usageForecast = forecastSpend(usage, { until, horizon: 7 })
    expect(forecast?.fees.every((value) => value === 0)).toBe(true)
    expect((forecast?.daily.point[0] ?? 0) / (usageForecast?.daily.point[0] ?? 1)).toBeCloseTo(2, 1)
  })

  it('adds up, and holds days and totals in their 80% bands about four times in five', () => {
    let [days, inside, totals, totalsInside] = [0, 0, 0, 0]
    for (let seed = 1; seed <= 40; seed += 1) {
      const shape = { ...quiet, days: 200, noise: 0.1, feeDay: 1 + (seed % 27), taxOnFirst: seed % 2 === 0 }
      const all = world(seed * 7919, shape)
      const from = start + (150 + (seed % 17)) * day
      const forecast = forecastSpend(all, { until: from, horizon: 30 })
      if (!forecast) throw new Error('There are days enough.')
      const combined = combineSpend(forecast)
      const total = totalSpend(0, forecast, 30)
      expect(total.point).toBeCloseTo(
        combined.point.reduce((sum, value) => sum + value, 0),
        6,
      )
      const costs = sumDays(all)
      const actual = combined.times.map((timestamp) => costs.get(timestamp) ?? 0)
      for (const [index, value] of actual.entries()) {
        const band = combined.bands[80]
        days += 1
        if (value >= (band.lower[index] ?? 0) && value <= (band.upper[index] ?? 0)) inside += 1
      }
      const sum = actual.reduce((subtotal, other) => subtotal + other, 0)
      totals += 1
      if (sum >= total.bands[80].lower && sum <= total.bands[80].upper) totalsInside += 1
    }
    expect(inside / days).toBeGreaterThan(0.7)
    expect(inside / days).toBeLessThan(0.9)
    expect(totalsInside / totals).toBeGreaterThan(0.65)
  })
})

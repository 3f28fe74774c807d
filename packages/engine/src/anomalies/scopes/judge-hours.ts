/** Hours of cost that left their path, by the metric statistics: when an incident began, and what a day as a whole hides. */
import type { AnomalyHour, ScopePart } from '@kept/domain/anomaly.ts'
import { absolute, compare, type Decimal, decimal, subtract, sum, toNumber, toPlaces } from '@kept/domain/decimal.ts'
import { hour, instantOf, isoOf } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { judgeMetric, startMetric } from '../metric/metric-engine.ts'

export interface HourSeries {
  currency: string
  scope: readonly ScopePart[]
  /** Rising; hours without any line are left out. */
  hours: readonly { at: string; cost: Decimal }[]
}

export interface HourIncident {
  currency: string
  scope: ScopePart[]
  direction: 'above' | 'below'
  /** The first hour that is off, and the end of the last one. */
  started_at: string
  ended_at: string
  /** True when the last hour there is is off. */
  isOpen: boolean
  expected: Decimal
  actual: Decimal
  hours: AnomalyHour[]
}

/** Two weekends of hours before anything is said, and hours shown around an incident. */
const [learning, margin] = [14 * 24, 24]
/** The same hour of so many weeks before makes what is usual, of at least so many. */
const [weeks, fewest] = [4, 2]

export function judgeHours(series: HourSeries, leastExcess: Decimal): HourIncident[] {
  const state = startMetric()
  const judged = series.hours.map(({ at, cost }, row) => {
    const time = instantOf(at)
    const { alert } = judgeMetric(state, time, toNumber(cost))
    return { at, time, cost, alert: alert && row >= learning }
  })
  const costs = new Map(judged.map(({ time, cost }) => [time, cost]))
  const incidents: HourIncident[] = []
  for (let row = 0; row < judged.length; row += 1) {
    if (!judged[row]?.alert) continue
    const found = incidentFrom(row)
    if (!found) continue
    incidents.push(found.incident)
    row = found.last
  }
  return incidents

  /** For as long as half of what it began with is there; what is usual is what was usual before it began. */
  function incidentFrom(first: number): { incident: HourIncident; last: number } | null {
    const began = judged[first]?.time ?? 0
    const usual = (at: number): Decimal | null => {
      const like: number[] = []
      for (let back = 1; back <= 2 * weeks && like.length < weeks; back += 1) {
        const then = at - back * 7 * 24 * hour
        const known = then < began ? costs.get(then) : undefined
        if (known !== undefined) like.push(toNumber(known))
      }
      return like.length < fewest ? null : decimal(toPlaces(decimal(median(like)), 4))
    }
    const off = (row: number) => {
      const expected = usual(judged[row]?.time ?? 0)
      return expected === null ? null : toNumber(subtract(judged[row]?.cost ?? '0', expected))
    }
    const size = off(first)
    if (size === null || size === 0) return null
    let last = first
    while (last + 1 < judged.length && (off(last + 1) ?? 0) * Math.sign(size) >= Math.abs(size) / 2) last += 1
    const own = judged.slice(first, last + 1)
    const expected = sum(own.map(({ time }) => usual(time) ?? '0'))
    const actual = sum(own.map(({ cost }) => cost))
    if (compare(absolute(subtract(actual, expected)), leastExcess) < 0) return null
    const shown = judged.slice(Math.max(0, first - margin), last + 1 + margin / 4)
    const incident: HourIncident = {
      currency: series.currency,
      scope: [...series.scope],
      direction: size > 0 ? 'above' : 'below',
      started_at: judged[first]?.at ?? '',
      ended_at: isoOf((judged[last]?.time ?? 0) + hour),
      isOpen: last === judged.length - 1,
      expected,
      actual,
      hours: shown.map(({ at, time, cost }) => ({
        at,
        actual: cost,
        expected: usual(time),
        off: time >= began && time <= (judged[last]?.time ?? 0),
      })),
    }
    return { incident, last }
  }
}

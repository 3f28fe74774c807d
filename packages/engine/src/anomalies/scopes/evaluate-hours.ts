/** Anomalous hours of cost, by the metric statistics: when an incident began, and spikes that the day's total hides. */
import type { AnomalyHour, ScopePart } from '@kept/domain/anomaly.ts'
import { hour, instantOf, isoOf } from '@kept/domain/series.ts'
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  subtract,
  sum,
  toNumber,
  toPlaces,
} from '@kept/foundation/decimal.ts'
import { median } from '../../maths/quantile.ts'
import { evaluateMetric, startMetric } from '../metric/metric-engine.ts'

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

export function evaluateHours(series: HourSeries, minExcess: Decimal): HourIncident[] {
  const state = startMetric()
  const evaluated = series.hours.map(({ at, cost }, row) => {
    const time = instantOf(at)
    const { alert } = evaluateMetric(state, time, toNumber(cost))
    return { at, time, cost, alert: alert && row >= learning }
  })
  const costs = new Map(evaluated.map(({ time, cost }) => [time, cost]))
  const incidents: HourIncident[] = []
  for (let row = 0; row < evaluated.length; row += 1) {
    if (!evaluated[row]?.alert) continue
    const result = incidentFrom(row)
    if (!result) continue
    incidents.push(result.incident)
    row = result.last
  }
  return incidents

  /** For as long as half of what it began with is there; what is usual is what was usual before it began. */
  function incidentFrom(first: number): { incident: HourIncident; last: number } | null {
    const startedAt = evaluated[first]?.time ?? 0
    const baselineAt = (timestamp: number): Decimal | null => {
      const like: number[] = []
      for (let weeksBack = 1; weeksBack <= 2 * weeks && like.length < weeks; weeksBack += 1) {
        const earlierTime = timestamp - weeksBack * 7 * 24 * hour
        const earlierCost = earlierTime < startedAt ? costs.get(earlierTime) : undefined
        if (earlierCost !== undefined) like.push(toNumber(earlierCost))
      }
      return like.length < fewest ? null : decimal(toPlaces(decimal(median(like)), 4))
    }
    const excessAt = (row: number) => {
      const expected = baselineAt(evaluated[row]?.time ?? 0)
      return expected === null ? null : toNumber(subtract(evaluated[row]?.cost ?? '0', expected))
    }
    const size = excessAt(first)
    if (size === null || size === 0) return null
    let last = first
    while (last + 1 < evaluated.length && (excessAt(last + 1) ?? 0) * Math.sign(size) >= Math.abs(size) / 2) last += 1
    const incidentHours = evaluated.slice(first, last + 1)
    const expected = sum(incidentHours.map(({ time }) => baselineAt(time) ?? '0'))
    const actual = sum(incidentHours.map(({ cost }) => cost))
    if (compare(absolute(subtract(actual, expected)), minExcess) < 0) return null
    const visibleHours = evaluated.slice(Math.max(0, first - margin), last + 1 + margin / 4)
    const incident: HourIncident = {
      currency: series.currency,
      scope: [...series.scope],
      direction: size > 0 ? 'above' : 'below',
      started_at: evaluated[first]?.at ?? '',
      ended_at: isoOf((evaluated[last]?.time ?? 0) + hour),
      isOpen: last === evaluated.length - 1,
      expected,
      actual,
      hours: visibleHours.map(({ at, time, cost }) => ({
        at,
        actual: cost,
        expected: baselineAt(time),
        is_anomalous: time >= startedAt && time <= (evaluated[last]?.time ?? 0),
      })),
    }
    return { incident, last }
  }
}

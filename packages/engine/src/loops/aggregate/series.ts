/** Metric series, kept as minutes for an hour and as half hours for four days: bounded, however long they run. */
import type { MetricPoint, TelemetryResource } from '@kept/domain/span.ts'
import { type MetricRole, roleOf } from './metric-role.ts'
import { labelsOf, type SeriesLabels } from './series-labels.ts'

export interface MinutePoint {
  minute: number
  sum: number
  count: number
  min: number
  max: number
  last: number
}

export interface HalfHour {
  index: number
  min: number
  max: number
  sum: number
  count: number
}

export interface Series {
  key: string
  resource: TelemetryResource
  metric: string
  role: MetricRole
  labels: SeriesLabels
  /** Its points are what was added since the one before; a gauge says what stands. */
  isCounter: boolean
  /** To the unit of the role: MiB for memory. */
  scale: number
  minutes: MinutePoint[]
  /** Of capacities: each change of size, since several may fall into one minute. */
  changes: { timeMs: number; delta: number }[]
  halfHours: HalfHour[]
  /** Minutes between points, as usual here. */
  stepMinutes: number
  lastTimeMs: number
  lastCumulative: number
}

const retainedMinutes = 180
const retainedHalfHours = 48 * 4

export class SeriesStore {
  readonly #byKey = new Map<string, Series>()
  readonly #byResource = new Map<string, Series[]>()
  readonly #limit: number
  dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#byKey.size
  }

  all(): Iterable<Series> {
    return this.#byKey.values()
  }

  ofResource(resourceId: string): readonly Series[] {
    return this.#byResource.get(resourceId) ?? []
  }

  add(point: MetricPoint): void {
    const { resource, metric, timeMs } = point
    const key = `${resource.id}\n${resource.instance}\n${metric}\n${point.series}`
    let series = this.#byKey.get(key)
    if (!series) {
      if (this.#byKey.size >= this.#limit) {
        this.dropped += 1
        return
      }
      const { role, scale } = roleOf(metric, point.unit, Math.abs(point.value))
      series = {
        key,
        resource,
        metric,
        role,
        labels: labelsOf(metric, point.series),
        isCounter: point.kind !== 'gauge',
        scale,
        minutes: [],
        changes: [],
        halfHours: [],
        stepMinutes: 1,
        lastTimeMs: 0,
        lastCumulative: Number.NaN,
      }
      this.#byKey.set(key, series)
      const siblings = this.#byResource.get(resource.id)
      if (siblings) siblings.push(series)
      else this.#byResource.set(resource.id, [series])
    }
    if (timeMs < series.lastTimeMs) return
    const value = countedBy(point, series)
    if (series.lastTimeMs > 0 && timeMs > series.lastTimeMs) {
      const step = (timeMs - series.lastTimeMs) / 60_000
      series.stepMinutes =
        series.minutes.length < 2 ? Math.min(step, 120) : series.stepMinutes * 0.9 + Math.min(step, 120) * 0.1
    }
    series.lastTimeMs = timeMs
    if (value === undefined) return
    // Machines are whole: a value with fractions is no capacity, whatever its name.
    if (series.role === 'capacity' && Number.isInteger(value)) noteChange(series, timeMs, value)
    record(series, Math.floor(timeMs / 60_000), value * series.scale)
  }
}

/** Turns cumulative counters into the difference since the last point; a reset starts again from zero. */
function countedBy(point: MetricPoint, series: Series): number | undefined {
  if (point.kind !== 'cumulative') return point.value
  const before = series.lastCumulative
  series.lastCumulative = point.value
  if (Number.isNaN(before)) return undefined
  return point.value >= before ? point.value - before : point.value
}

const maxChanges = 1000

function noteChange({ changes, minutes }: Series, timeMs: number, value: number): void {
  const before = minutes.at(-1)?.last
  if (before === undefined || before === value) return
  changes.push({ timeMs, delta: value - before })
  if (changes.length > maxChanges * 2) changes.splice(0, changes.length - maxChanges)
}

function record(series: Series, minute: number, value: number): void {
  const { minutes, halfHours } = series
  const last = minutes.at(-1)
  if (last?.minute === minute) {
    last.sum += value
    last.count += 1
    last.min = Math.min(last.min, value)
    last.max = Math.max(last.max, value)
    last.last = value
  } else minutes.push({ minute, sum: value, count: 1, min: value, max: value, last: value })
  if (minutes.length > retainedMinutes * 2) minutes.splice(0, minutes.length - retainedMinutes)
  const index = Math.floor(minute / 30)
  const halfHour = halfHours.at(-1)
  if (halfHour?.index === index) {
    halfHour.min = Math.min(halfHour.min, value)
    halfHour.max = Math.max(halfHour.max, value)
    halfHour.sum += value
    halfHour.count += 1
  } else halfHours.push({ index, min: value, max: value, sum: value, count: 1 })
  if (halfHours.length > retainedHalfHours * 2) halfHours.splice(0, halfHours.length - retainedHalfHours)
}

/** The points of the last `length` minutes up to and with `minute`. */
export function lastMinutes(series: Series, minute: number, length: number): MinutePoint[] {
  const from = minute - length + 1
  const { minutes } = series
  let start = minutes.length
  while (start > 0 && (minutes[start - 1] as MinutePoint).minute >= from) start -= 1
  return minutes.slice(start).filter((point) => point.minute <= minute)
}

/** What was counted in the last `length` minutes, of a longer step its share; undefined when nothing was reported. */
export function countedIn(series: Series, minute: number, length: number): number | undefined {
  const step = Math.max(1, Math.round(series.stepMinutes))
  const points = lastMinutes(series, minute, Math.max(length, step))
  const total = points.reduce((sum, point) => sum + point.sum, 0)
  return points.length === 0 ? undefined : total * Math.min(1, length / step)
}

/** The output of every metrics reader: points one by one, and rejected points with the reason. */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { type BadMetricRow, type MetricPoint, metricPointSchema } from '@kept/domain/metric.ts'

export type MetricReading = { point: MetricPoint; rejected?: never } | { rejected: BadMetricRow; point?: never }

/** A candidate for a point, before validation. */
export interface RawPoint {
  resource_id: unknown
  metric: unknown
  unit?: unknown
  /** ISO text with a time zone, or seconds since 1970. */
  at: unknown
  seconds?: unknown
  value: unknown
  min?: unknown
  max?: unknown
}

const reasons: Record<string, string> = {
  resource_id: 'has no resource',
  metric: 'has no metric name, or one with unsupported characters',
  at: 'has no time with a time zone',
  seconds: 'does not cover between one second and one day',
  value: 'has no value',
  min: 'has a minimum that is not a number',
  max: 'has a maximum that is not a number',
  unit: 'has a unit that is too long',
}

/** A point, or why it is rejected; `where` locates it in the file. */
export function readPoint(raw: RawPoint, location: string): MetricReading {
  const parsed = metricPointSchema.safeParse({
    resource_id: text(raw.resource_id),
    metric: text(raw.metric),
    unit: text(raw.unit) ?? '',
    at: instantOf(raw.at),
    seconds: raw.seconds === undefined || raw.seconds === '' ? 60 : numberOf(raw.seconds),
    value: numberOf(raw.value),
    ...optional('min', raw.min),
    ...optional('max', raw.max),
  })
  if (parsed.success) return { point: parsed.data }
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0] ?? '')
  const reason =
    issue?.code === 'custom' ? issue.message : (reasons[field] ?? (issue ? describeIssue(issue) : 'cannot be read'))
  const value: unknown = Reflect.get(raw, field)
  return { rejected: { location, reason, value: String(value ?? '').slice(0, 200) } }
}

function optional(name: 'min' | 'max', value: unknown): object {
  return value === undefined || value === null || value === '' ? {} : { [name]: numberOf(value) }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

const decimalText = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' && decimalText.test(value) ? Number(value) : undefined
}

const isoWithZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})$/i

/** Times need a time zone; a bare "2026-11-01 10:00" is rejected because it is ambiguous. */
export function instantOf(value: unknown): string | undefined {
  const moment = epochOfDate(value)
  if (moment !== undefined) return ofEpoch(moment / 1000)
  const seconds = numberOf(value)
  if (seconds !== undefined) return ofEpoch(seconds)
  if (typeof value !== 'string' || !isoWithZone.test(value.trim())) return undefined
  const normalized = value
    .trim()
    .replace(' ', 'T')
    .replace(/\s*UTC$/i, 'Z')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  try {
    return Temporal.Instant.from(normalized).toString()
  } catch {
    return undefined
  }
}

/** The Parquet reader returns dates as JavaScript's own. */
function epochOfDate(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('getTime' in value)) return undefined
  return Number((value as { getTime(): number }).getTime())
}

/** Milliseconds since 1970 of a time with a time zone; undefined when it is none. */
export function millisecondsOf(value: unknown): number | undefined {
  const instant = instantOf(value)
  return instant === undefined ? undefined : Temporal.Instant.from(instant).epochMilliseconds
}

/** The shortest distance between two of these times, in seconds within a point's bounds. */
export function spacingOf(times: readonly unknown[], fallback: number): number {
  const moments = times.flatMap((time) => millisecondsOf(time) ?? []).toSorted((a, b) => a - b)
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 1; i < moments.length; i += 1) {
    const step = (moments[i] ?? 0) - (moments[i - 1] ?? 0)
    if (step > 0 && step < shortest) shortest = step
  }
  return Number.isFinite(shortest) ? Math.min(86_400, Math.max(1, Math.round(shortest / 1000))) : fallback
}

/** Seconds, milliseconds, micro- or nanoseconds since 1970, distinguished by their size: all are in this century. */
function ofEpoch(value: number): string | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined
  const size = Math.floor(Math.log10(value))
  const milliseconds = size < 11 ? value * 1e3 : size < 14 ? value : size < 17 ? value / 1e3 : value / 1e6
  if (milliseconds > 8.64e15) return undefined
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(milliseconds)).toString()
}

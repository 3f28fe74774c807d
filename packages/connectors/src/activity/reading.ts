/** Careful hands for records from outside: what is not there is "", what must be there says so in one sentence. */
import { badInput } from '@kept/domain/errors.ts'
import type { SourceRecord } from './activity-source.ts'

/** The text at a path of members ("user.email"); "" when it is not there. */
export function textAt(record: SourceRecord, path: string): string {
  const value = valueAt(record, path)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function valueAt(record: SourceRecord, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inside, step) => (isRecord(inside) && Object.hasOwn(inside, step) ? inside[step] : undefined),
      record,
    )
}

export function recordAt(record: SourceRecord, path: string): SourceRecord {
  const value = valueAt(record, path)
  return isRecord(value) ? value : {}
}

export function listAt(record: SourceRecord, path: string): SourceRecord[] {
  const value = valueAt(record, path)
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function isRecord(value: unknown): value is SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function needed(text: string, field: string): string {
  if (text === '') throw badInput(`${field} is missing.`)
  return text
}

/** An instant from what sources write: ISO, "2026-09-01 08:00:00 UTC", seconds or milliseconds since 1970. */
export function instantFrom(value: unknown, field: string): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text === '') throw badInput(`${field} is missing.`)
  const instant = /^\d{9,14}$/.test(text) ? fromEpoch(Number(text)) : parseLocation(text)
  if (instant === undefined)
    throw badInput(
      `${field} must be a time with a time zone, such as "2026-09-01T08:00:00Z"; it is "${text.slice(0, 60)}".`,
    )
  return instant
}

/** Seconds between two instants; a clock that ran backwards is a moment. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(
    0,
    (Temporal.Instant.from(to).epochMilliseconds - Temporal.Instant.from(from).epochMilliseconds) / 1000,
  )
}

/** Beyond the year 2286 a number of seconds has eleven digits; long before it, milliseconds have twelve. */
function fromEpoch(value: number): string | undefined {
  return Temporal.Instant.fromEpochMilliseconds(value < 1e11 ? value * 1000 : value).toString()
}

function parseLocation(text: string): string | undefined {
  const normalized = text
    .replace(/ (?:UTC|GMT|Z)$/, 'Z')
    .replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T')
    .replace(/ ?([+-]\d{2}):?(\d{2})$/, '$1:$2')
  // Without a zone it could be any hour of the day: that is not guessed.
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(normalized)) return undefined
  try {
    return Temporal.Instant.from(normalized).toString()
  } catch {
    return undefined
  }
}

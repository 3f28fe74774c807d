/** Helpers for untrusted records: a missing value is "", a missing required value is an error of one sentence. */
import { badInput } from '@kept/domain/errors.ts'
import type { SourceRecord } from './activity-source.ts'

/** The text at a path of members ("user.email"); "" when it is missing. */
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

/** An instant in the notations of sources: ISO, "2026-09-01 08:00:00 UTC", seconds or milliseconds since 1970. */
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

/** Seconds between two instants; at least a moment when the clock ran backwards. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(
    0,
    (Temporal.Instant.from(to).epochMilliseconds - Temporal.Instant.from(from).epochMilliseconds) / 1000,
  )
}

/** Seconds since 1970 have at most ten digits until 2286; milliseconds have twelve since long before. */
function fromEpoch(value: number): string | undefined {
  return Temporal.Instant.fromEpochMilliseconds(value < 1e11 ? value * 1000 : value).toString()
}

function parseLocation(text: string): string | undefined {
  const normalized = text
    .replace(/ (?:UTC|GMT|Z)$/, 'Z')
    .replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T')
    .replace(/ ?([+-]\d{2}):?(\d{2})$/, '$1:$2')
  // Without a time zone the hour is ambiguous, so it is rejected.
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(normalized)) return undefined
  try {
    return Temporal.Instant.from(normalized).toString()
  } catch {
    return undefined
  }
}

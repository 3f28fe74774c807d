/**
 * The grid of all that is measured here: quarter hours of UTC, counted from 1970. Every zone in use today lies a whole
 * number of quarters from UTC (Kathmandu 23, Lord Howe 42 or 44), so no hour of any zone is ever cut.
 */
import { toDayNumber } from '@kept/foundation/calendar/day.ts'
export const quarterMs = 900_000
export const perHour = 4
export const perDay = 96
export const perWeek = 672

/** Quarters from `from` up to and without `to`. */
export interface QuarterSpan {
  readonly from: number
  readonly to: number
}

export function quarterOf(epochMs: number): number {
  return Math.floor(epochMs / quarterMs)
}

/** The quarter after the last one touched by something that ends then. */
export function quarterAfter(epochMs: number): number {
  return Math.ceil(epochMs / quarterMs)
}

export function toInstant(quarter: number): string {
  return Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toString()
}

/** Whole UTC days: both "2026-09-01"; `to` is exclusive. */
export function spanOfDays(from: string, to: string): QuarterSpan {
  return { from: toDayNumber(from) * perDay, to: toDayNumber(to) * perDay }
}

export function within(inner: QuarterSpan, outer: QuarterSpan): QuarterSpan {
  const from = Math.min(outer.to, Math.max(inner.from, outer.from))
  return { from, to: Math.max(from, Math.min(inner.to, outer.to)) }
}

/** Days that are covered by a bill: on other days the cost is unknown, which is not the same as zero. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import type { Span } from './span.ts'

/** The days of the loads without overlaps, in order. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = merged.at(-1)
    if (!last || from > last.to) merged.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return merged
}

export const isCovered = (covered: readonly Span[], date: string) =>
  covered.some(({ from, to }) => from <= date && date < to)

/** Up to this many days without a charge between two bills are no missing bill. */
const longestPause = 7

/** True when no bill is missing within these days. */
export function isComplete(covered: readonly Span[], { from, to }: Span): boolean {
  let coveredUntil = from
  for (const span of covered) {
    if (span.to <= coveredUntil) continue
    if (span.from >= to) break
    if (span.from > coveredUntil && daysBetween(coveredUntil, span.from) > longestPause) return false
    coveredUntil = span.to
  }
  return coveredUntil >= to || daysBetween(coveredUntil, to) <= longestPause
}

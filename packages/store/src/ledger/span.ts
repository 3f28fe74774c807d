/** Windows of days and the windows before them. `to` is exclusive; everything is a UTC day as text. */

import type { CostQuery } from '@kept/domain/cost-query.ts'
import { limits } from '@kept/domain/cube.ts'
import { badInput } from '@kept/domain/errors.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { monthsBetween, startOfMonth } from '@kept/foundation/calendar/month.ts'

export interface Span {
  from: string
  to: string
}

/** The shift of a comparison: by months for a window of calendar months, else by days. */
type Shift = { months: number } | { days: number }

export interface Comparison {
  span: Span
  /** The comparison window, and its shift. */
  past: Span
  shift: Shift
}

/** The requested window with open ends closed by the covered days; null when there are neither dates nor days. */
export function closeSpan(
  { start_date, end_date }: Pick<CostQuery, 'start_date' | 'end_date'>,
  available: Span | null,
): Span | null {
  return closeWindow({ from: start_date, to: end_date }, available)
}

export function closeWindow({ from, to }: Partial<Span>, available: Span | null): Span | null {
  const open = { from: from ?? available?.from, to: to ?? available?.to }
  if (!open.from || !open.to) return null
  // An open end that is closed before the other end makes an empty window, not an error.
  if (open.from >= open.to && (!from || !to)) return { from: from ?? open.to, to: from ?? open.to }
  const span = { from: open.from, to: open.to }
  if (span.from >= span.to) {
    throw badInput(
      `The start date (${span.from}) must be before the end date (${span.to}). The end date is the day after the last one.`,
    )
  }
  const days = daysBetween(span.from, span.to)
  if (from && to && days > limits.days) {
    throw badInput(`The window has ${days} days; the limit is ${limits.days}; ask for a shorter one.`)
  }
  return span
}

/** Converts a window to billing periods, which begin on the first of a month. An open end stays open. */
export function toCalendarMonths<Window extends Partial<Span>>(window: Window): Window {
  const { from, to } = window
  return { ...window, from: from && nextFirst(from), to: to && nextFirst(to) }
}

export function shiftOf(span: Span, compare: 'previous_period' | 'previous_year'): Shift {
  if (compare === 'previous_year') return { months: 12 }
  const coversCalendarMonths = span.from === startOfMonth(span.from) && span.to === startOfMonth(span.to)
  return coversCalendarMonths
    ? { months: monthsBetween(span.from, span.to) }
    : { days: daysBetween(span.from, span.to) }
}

export function comparisonOf(span: Span, compare: 'previous_period' | 'previous_year'): Comparison {
  const shift = shiftOf(span, compare)
  return { span, shift, past: before(span, shift) }
}

export function before(span: Span, shift: Shift): Span {
  return { from: day(span.from).subtract(shift).toString(), to: day(span.to).subtract(shift).toString() }
}

function nextFirst(date: string): string {
  return date === startOfMonth(date) ? date : startOfMonth(date, 1)
}

function day(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text)
}

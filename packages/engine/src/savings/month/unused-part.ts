/**
 * The part of a commitment that covered nothing in a span of hours. A bill by the hour writes it hour by hour; a fee row
 * writes one amount for a month. What a row states for longer than the span asked for is divided by hours: a commitment
 * costs the same in each hour, so what an hour did not use is that cost less what the hour did use.
 */
import type { CommitmentHour } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, type Exact, exact, zero } from '../exact.ts'

/** value / divisor, not rounded. */
export interface Fraction {
  readonly value: Exact
  readonly divisor: bigint
}

interface Span {
  readonly from: Hour
  readonly to: Hour
}

/** Effective cost of the unused part in the span, never negative. */
export function unusedIn(rows: readonly CommitmentHour[], span: Span): Fraction {
  const unused = rows.filter(({ status, hours }) => status === 'Unused' && hours >= 0)
  const inside = unused.filter((row) => isInside(row, span))
  const stated = inside.reduce((total, { effective }) => addExact(total, exact(effective)), zero)
  const across = unused.filter((row) => !isInside(row, span) && overlap(row, span) > 0n)
  return addFractions({ value: stated, divisor: 1n }, dividedByHours(rows, across, span))
}

/** Contracted or effective cost of what the commitment covered in the span, rows across its ends by their hours. */
export function usedIn(rows: readonly CommitmentHour[], span: Span, amount: 'contracted' | 'effective'): Fraction {
  return rows
    .filter(({ status }) => status === 'Used')
    .reduce<Fraction>((total, row) => addFractions(total, share(exact(row[amount]), row, span)), zeroFraction)
}

const zeroFraction: Fraction = { value: zero, divisor: 1n }

/** Rows that reach beyond the span: the cost of an hour of the commitment, times the hours inside, less what they used. */
function dividedByHours(rows: readonly CommitmentHour[], across: readonly CommitmentHour[], span: Span): Fraction {
  const [first] = across
  if (!first) return zeroFraction
  const fullSpan = across.reduce(
    ({ from, to }, { hour, hours }) => ({ from: Math.min(from, hour), to: Math.max(to, hour + hours) }),
    { from: first.hour, to: first.hour + first.hours },
  )
  const inside = { from: Math.max(fullSpan.from, span.from), to: Math.min(fullSpan.to, span.to) }
  const unused = across.reduce((total, { effective }) => addExact(total, exact(effective)), zero)
  const cost = addFractions({ value: unused, divisor: 1n }, usedIn(rows, fullSpan, 'effective'))
  const hoursInside = BigInt(inside.to - inside.from)
  const committed = {
    value: times(cost.value, hoursInside),
    divisor: cost.divisor * BigInt(fullSpan.to - fullSpan.from),
  }
  const used = usedIn(rows, inside, 'effective')
  const remaining = addFractions(committed, { ...used, value: times(used.value, -1n) })
  return remaining.value.units > 0n ? remaining : zeroFraction
}

/** The part of an amount that falls into the span, evenly over the hours of its row. */
function share(amount: Exact, row: CommitmentHour, span: Span): Fraction {
  if (isInside(row, span)) return { value: amount, divisor: 1n }
  const hours = overlap(row, span)
  return hours === 0n ? zeroFraction : { value: times(amount, hours), divisor: BigInt(row.hours) }
}

/** A row without a length belongs to the hour it begins in. */
function isInside({ hour, hours }: CommitmentHour, { from, to }: Span): boolean {
  return from <= hour && hour < to && hour + hours <= to
}

function overlap({ hour, hours }: CommitmentHour, { from, to }: Span): bigint {
  return BigInt(Math.max(0, Math.min(hour + hours, to) - Math.max(hour, from)))
}

function addFractions(a: Fraction, b: Fraction): Fraction {
  if (a.divisor === b.divisor) return { value: addExact(a.value, b.value), divisor: a.divisor }
  const value = addExact(times(a.value, b.divisor), times(b.value, a.divisor))
  return { value, divisor: a.divisor * b.divisor }
}

export function times({ units, scale }: Exact, factor: bigint): Exact {
  return { units: units * factor, scale }
}

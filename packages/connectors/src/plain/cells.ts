/** Values of cells, read from their bytes. Values in an ambiguous notation are rejected, never guessed. */
import { NotPlain } from './not-plain.ts'
import type { Row } from './rows.ts'

/** The position of a value: a cell by its column, a literal of the mapping by a negative number, or nowhere. */
export type ValuePosition = number
export const noPosition: ValuePosition = Number.MIN_SAFE_INTEGER

const [space, tab, dash, dot, zero, nine, upperE, lowerE, plus] = [32, 9, 45, 46, 48, 57, 69, 101, 43]

/** Whether a cell has a value. `NULL`, `null` and `\N` are what some exports write for a missing one. */
export function isFilled({ bytes, start, end }: Row, column: number): boolean {
  const from = start[column] ?? 0
  const length = (end[column] ?? 0) - from
  if (length === 0) return false
  if (length === 4) {
    const firstByte = bytes[from]
    if (firstByte === 78) return !(bytes[from + 1] === 85 && bytes[from + 2] === 76 && bytes[from + 3] === 76)
    if (firstByte === 110) return !(bytes[from + 1] === 117 && bytes[from + 2] === 108 && bytes[from + 3] === 108)
  }
  return !(length === 2 && bytes[from] === 92 && bytes[from + 1] === 78)
}

/** Some readers trim blanks at the ends and others keep them. */
export function refuseOddText({ bytes, start, end, escaped }: Row, column: number): void {
  const [first, last] = [bytes[start[column] ?? 0], bytes[(end[column] ?? 0) - 1]]
  if (first === space || first === tab || last === space || last === tab || escaped[column] === 1)
    throw new NotPlain('a text has blanks at its ends or quotes within')
}

/** Rejects anything but a plain decimal of at most `places` decimals, such as "-0.096" or "7.2E-8". */
export function refuseOddAmount({ bytes, start, end }: Row, column: number, scale: number): void {
  const to = end[column] ?? 0
  let index = start[column] ?? 0
  if (bytes[index] === dash) index += 1
  let digits = 0
  let decimals = 0
  let byte = bytes[index] ?? 0
  for (; index < to && byte >= zero && byte <= nine; digits += 1) byte = bytes[++index] ?? 0
  if (digits === 0 || digits > 20) throw new NotPlain('an amount is not written plainly')
  if (index < to && byte === dot) {
    byte = bytes[++index] ?? 0
    for (; index < to && byte >= zero && byte <= nine; decimals += 1) byte = bytes[++index] ?? 0
    if (decimals === 0) throw new NotPlain('an amount is not written plainly')
  }
  if (index < to && (byte === lowerE || byte === upperE)) {
    decimals -= exponentOf(bytes, index + 1, to)
    index = to
  }
  if (index < to || decimals > scale || decimals < -20) throw new NotPlain('an amount is not written plainly')
}

function exponentOf(bytes: Uint8Array, from: number, to: number): number {
  const sign = bytes[from] === dash ? -1 : 1
  const first = bytes[from] === dash || bytes[from] === plus ? from + 1 : from
  const value = digitsOf(bytes, first, to)
  if (first === to || to - first > 3) throw new NotPlain('an amount is not written plainly')
  return sign * value
}

/** True when a decimal is not zero. */
export function isNonZero({ bytes, start, end }: Row, column: number): boolean {
  for (let index = start[column] ?? 0; index < (end[column] ?? 0); index += 1) {
    const byte = bytes[index] ?? 0
    if (byte === lowerE || byte === upperE) return false
    if (byte > zero && byte <= nine) return true
  }
  return false
}

const [charT, charZ, colon] = [84, 90, 58]
const firstSecond = 631_152_000
const lastSecond = 4_102_444_800

/** Seconds since 1970 of "2026-09-01", "2026-09-01T13:00:00Z" and the same with other blanks and zeros. */
export function secondsOf({ bytes, start, end }: Row, column: number): number {
  const from = start[column] ?? 0
  const length = (end[column] ?? 0) - from
  if (length < 10 || bytes[from + 4] !== dash || bytes[from + 7] !== dash) throw notPlainDate()
  const days = daysOf(
    digitsOf(bytes, from, from + 4),
    digitsOf(bytes, from + 5, from + 7),
    digitsOf(bytes, from + 8, from + 10),
  )
  let seconds = days * 86_400
  if (length > 10) {
    const between = bytes[from + 10]
    if (length < 19 || (between !== charT && between !== space)) throw notPlainDate()
    if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) throw notPlainDate()
    const hour = digitsOf(bytes, from + 11, from + 13)
    const minute = digitsOf(bytes, from + 14, from + 16)
    const second = digitsOf(bytes, from + 17, from + 19)
    if (hour > 23 || minute > 59 || second > 59) throw notPlainDate()
    seconds += hour * 3600 + minute * 60 + second
    refuseOtherZones(bytes, from + 19, from + length)
  }
  if (seconds < firstSecond || seconds > lastSecond) throw notPlainDate()
  return seconds
}

/** Nothing, ".000", "Z" or "+00:00". */
function refuseOtherZones(bytes: Uint8Array, from: number, to: number): void {
  let index = from
  if (index < to && bytes[index] === dot) {
    index += 1
    while (index < to && bytes[index] === zero) index += 1
  }
  if (index < to && bytes[index] === charZ) index += 1
  else if (to - index === 6 && bytes[index] === plus && bytes[index + 3] === colon) {
    if (digitsOf(bytes, index + 1, index + 3) + digitsOf(bytes, index + 4, index + 6) === 0) index = to
  }
  if (index < to) throw notPlainDate()
}

function digitsOf(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index += 1) {
    const digit = (bytes[index] ?? 0) - zero
    if (digit < 0 || digit > 9) throw notPlainDate()
    value = value * 10 + digit
  }
  return value
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days since 1970 of a day of the Gregorian calendar. */
function daysOf(year: number, month: number, day: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const daysInMonth = (monthLengths[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0)
  if (day < 1 || day > daysInMonth) throw notPlainDate()
  // Years that begin in March end with their leap day.
  const years = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400) + dayOfYear - 719_468
}

function notPlainDate(): NotPlain {
  return new NotPlain('a date is not written plainly')
}

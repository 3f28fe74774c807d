/**
 * Exact decimals as text: the only form in which money and quantities cross a wall.
 * Arithmetic is on integers (`bigint`) with a scale; nothing here ever becomes a float.
 */

/** A decimal number as text, e.g. "-0.0000000729". Never in scientific notation once it is ours. */
export type Decimal = string

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
/** Beyond this many digits a number is not money but a mistake, and would cost memory to hold. */
const maxDigits = 400

interface Scaled {
  units: bigint
  scale: number
}

/** True when the text is one decimal number: sign, digits, at most one point, an optional exponent. */
export function isDecimal(text: string): boolean {
  const match = decimalPattern.exec(text)
  return match !== null && isMeaningful(match)
}

/** At least one digit, and no exponent beyond reason. */
function isMeaningful([, , integer, fraction, exponent]: RegExpExecArray): boolean {
  return Boolean(integer || fraction) && Math.abs(Number(exponent ?? 0)) <= maxDigits
}

/** The same number without exponent, leading or trailing zeros. Throws RangeError when it is not a number. */
export function decimal(text: string | number | bigint): Decimal {
  return format(parse(String(text)))
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [x, y, scale] = align(parse(a), parse(b))
  return format({ units: x + y, scale })
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b))
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  const [x, y] = [parse(a), parse(b)]
  return format({ units: x.units * y.units, scale: x.scale + y.scale })
}

/** a / b to `places` decimals, rounded half-even. Throws RangeError when b is zero. */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  const [x, y] = align(parse(a), parse(b))
  if (y === 0n) throw new RangeError('Division by zero.')
  return format({ units: divideHalfEven(x * 10n ** BigInt(places), y), scale: places })
}

/** An amount of some days at the same rate for another number of days, to ten decimals; unchanged for as many days. */
export function scaleToDays(amount: Decimal, days: number, otherDays: number): Decimal {
  return days === otherDays ? amount : divide(multiply(amount, String(otherDays)), String(days), 10)
}

/** a / b to `places` decimals, the rest cut off, as databases divide. Throws RangeError when b is zero. */
export function divideDown(a: Decimal, b: Decimal, places: number): Decimal {
  const [x, y] = align(parse(a), parse(b))
  if (y === 0n) throw new RangeError('Division by zero.')
  return format({ units: (x * 10n ** BigInt(places)) / y, scale: places })
}

export function negate(a: Decimal): Decimal {
  const { units, scale } = parse(a)
  return format({ units: -units, scale })
}

export function absolute(a: Decimal): Decimal {
  return isNegative(a) ? negate(a) : decimal(a)
}

/** -1, 0 or 1: how a stands to b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [x, y] = align(parse(a), parse(b))
  return x < y ? -1 : x > y ? 1 : 0
}

export function isZero(a: Decimal): boolean {
  return parse(a).units === 0n
}

export function isNegative(a: Decimal): boolean {
  return parse(a).units < 0n
}

export function smaller(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? decimal(a) : decimal(b)
}

export function larger(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) >= 0 ? decimal(a) : decimal(b)
}

export function sum(amounts: Iterable<Decimal>): Decimal {
  let total: Scaled = { units: 0n, scale: 0 }
  for (const amount of amounts) {
    const [x, y, scale] = align(total, parse(amount))
    total = { units: x + y, scale }
  }
  return format(total)
}

/** Exactly `places` decimals, rounded half-even: "1.005" to 2 places is "1.00". */
export function toPlaces(a: Decimal, places: number): string {
  const { units, scale } = parse(a)
  const rounded =
    scale > places ? divideHalfEven(units, 10n ** BigInt(scale - places)) : units * 10n ** BigInt(places - scale)
  return digits({ units: rounded, scale: places })
}

/** A float for drawing and statistics only; never for money that is added, billed or compared. */
export function toNumber(a: Decimal): number {
  return Number(a)
}

function parse(text: string): Scaled {
  const match = decimalPattern.exec(text)
  if (!match || !isMeaningful(match)) throw new RangeError(`"${text.slice(0, 40)}" is not a decimal number.`)
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match
  const units = BigInt(`${sign === '-' ? '-' : ''}${integer || '0'}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

function align(a: Scaled, b: Scaled): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.units, b.units, a.scale]
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

/** Whole-number division, rounded half-even: the one rounding of money. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = n / d
  const twice = (n % d) * 2n
  const up = twice > d || (twice === d && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

/** All decimals of the scale, trailing zeros kept. */
function digits({ units, scale }: Scaled): string {
  const text = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const integer = text.slice(0, text.length - scale)
  return `${units < 0n ? '-' : ''}${integer}${scale > 0 ? `.${text.slice(-scale)}` : ''}`
}

function format(value: Scaled): Decimal {
  const text = digits(value)
  const trimmed = value.scale > 0 ? text.replace(/\.?0+$/, '') : text
  return trimmed === '-0' ? '0' : trimmed
}

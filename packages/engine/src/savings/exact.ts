/**
 * Amounts of the savings ledger are whole numbers of nano-units (10^-9 of the currency) in a `bigint`; prices and
 * quantities are exact decimals. A product of the two is rounded half-even to a nano once, and never again.
 */
import { type Decimal, decimal, divideHalfEven } from '@kept/foundation/decimal.ts'

/** units / 10^scale. */
export interface Exact {
  readonly units: bigint
  readonly scale: number
}

export type Nano = bigint

export const nanoPlaces = 9
export const zero: Exact = { units: 0n, scale: 0 }

export function exact(text: Decimal): Exact {
  const canonical = decimal(text)
  const point = canonical.indexOf('.')
  if (point < 0) return { units: BigInt(canonical), scale: 0 }
  return { units: BigInt(canonical.slice(0, point) + canonical.slice(point + 1)), scale: canonical.length - point - 1 }
}

/** Bills repeat the same few prices and quantities millions of times: each text is read once. */
export function exactReader(): (text: Decimal) => Exact {
  const cache = new Map<Decimal, Exact>()
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const read = exact(text)
    if (cache.size < 100_000) cache.set(text, read)
    return read
  }
}

/** Price times quantity, to the nano. */
export function costInNano(price: Exact, quantity: Exact): Nano {
  return toNano({ units: price.units * quantity.units, scale: price.scale + quantity.scale })
}

export function toNano({ units, scale }: Exact): Nano {
  return scale <= nanoPlaces
    ? units * powerOfTen(nanoPlaces - scale)
    : divideHalfEven(units, powerOfTen(scale - nanoPlaces))
}

/** A share of an amount, rounded once. */
export function shareInNano(
  amount: Exact,
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
): Nano {
  if (numerator === denominator) return toNano(amount)
  const { units, scale } = amount
  return divideHalfEven(units * numerator * powerOfTen(nanoPlaces), denominator * powerOfTen(scale))
}

export function compareExact(a: Exact, b: Exact): number {
  const difference = a.units * powerOfTen(b.scale) - b.units * powerOfTen(a.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function addExact(a: Exact, b: Exact): Exact {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  return { units: a.units * powerOfTen(scale - a.scale) + b.units * powerOfTen(scale - b.scale), scale }
}

export function subtractExact(a: Exact, b: Exact): Exact {
  return addExact(a, { units: -b.units, scale: b.scale })
}

export function multiplyExact(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** The number as it crosses a wall: no exponent, no zeros at the ends. */
export function exactText({ units, scale }: Exact): Decimal {
  return decimal(`${units}e-${scale}`)
}

export function largerExact(a: Exact, b: Exact): Exact {
  return compareExact(a, b) >= 0 ? a : b
}

export function smallerExact(a: Exact, b: Exact): Exact {
  return compareExact(a, b) <= 0 ? a : b
}

/** "50.688000000": nine decimals, as amounts are shown and checked. */
export function nanoText(amount: Nano): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(nanoPlaces + 1, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -nanoPlaces)}.${digits.slice(-nanoPlaces)}`
}

const powers = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

function powerOfTen(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

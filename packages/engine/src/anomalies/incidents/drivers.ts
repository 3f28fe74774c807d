/** What drove an excess: how much each service, account, region, usage type or resource contributed, by price or volume. */
import { absolute, add, compare, type Decimal, divide, isZero, multiply, subtract } from '@kept/foundation/decimal.ts'

/** One part of the scope along one dimension, expected and actual. Quantities are null where they cannot be compared. */
interface Part {
  name: string
  expected: Decimal
  actual: Decimal
  expectedQuantity: Decimal | null
  actualQuantity: Decimal | null
}

interface Driver {
  name: string
  /** actual - expected; those of all parts add up to the whole's. */
  contribution: Decimal
  /** How much of it came from other unit prices and how much from more or less use; null when that cannot be told. */
  price: Decimal | null
  volume: Decimal | null
}

/** The parts of one dimension, the largest contribution first. */
export function driversOf(parts: readonly Part[]): Driver[] {
  return parts
    .map((part) => {
      const contribution = subtract(part.actual, part.expected)
      const price = priceOf(part)
      return { name: part.name, contribution, price, volume: price === null ? null : subtract(contribution, price) }
    })
    .filter(({ contribution }) => !isZero(contribution))
    .sort((a, b) => compare(absolute(b.contribution), absolute(a.contribution)) || (a.name < b.name ? -1 : 1))
}

/** What the quantity used would have cost less at the expected unit price; the rest of the difference is volume. */
function priceOf({ expected, actual, expectedQuantity, actualQuantity }: Part): Decimal | null {
  if (expectedQuantity === null || actualQuantity === null || compare(expectedQuantity, '0') <= 0) return null
  return subtract(actual, divide(multiply(expected, actualQuantity), expectedQuantity, 9))
}

/** The dimension that says most: the one whose largest part carries the largest share of the excess. */
export function explainingDimension(byDimension: Readonly<Record<string, readonly Driver[]>>): string | null {
  let best: { name: string; share: Decimal } | null = null
  for (const [name, drivers] of Object.entries(byDimension)) {
    const total = drivers.reduce((subtotal, { contribution }) => add(subtotal, absolute(contribution)), '0')
    // A dimension with one part only repeats the whole.
    if (drivers.length < 2 || isZero(total)) continue
    const share = divide(absolute(drivers[0]?.contribution ?? '0'), total, 9)
    if (best === null || compare(share, best.share) > 0) best = { name, share }
  }
  return best?.name ?? null
}

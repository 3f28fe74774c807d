import { type Decimal, decimal, toPlaces } from '@kept/foundation/decimal.ts'

/**
 * Splits an amount by weights so that the parts add up to it exactly: proportional reconciliation of a parent's
 * forecast over its parts. Each part is rounded down, and what is left goes to the largest remainders.
 */
export function apportion(total: Decimal, weights: readonly number[], scale = 2): Decimal[] {
  if (weights.some((weight) => !(weight >= 0) || weight === Number.POSITIVE_INFINITY)) {
    throw new RangeError('Weights of parts must be finite and not negative.')
  }
  if (weights.length === 0) return []
  const units = BigInt(toPlaces(total, scale).replace('.', ''))
  const size = units < 0n ? -units : units
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  // Without any weight the parts are alike. Shares as integers, so that the split itself never rounds.
  const shares = weights.map((weight) =>
    BigInt(Math.round((totalWeight > 0 ? weight / totalWeight : 1 / weights.length) * 1e12)),
  )
  const sum = shares.reduce((subtotal, other) => subtotal + other, 0n)
  const parts = shares.map((share) => (size * share) / sum)
  const order = shares
    .map((share, index) => ({ index, remainder: (size * share) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  let remaining = size - parts.reduce((subtotal, other) => subtotal + other, 0n)
  for (const { index } of order) {
    if (remaining === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    remaining -= 1n
  }
  return parts.map((part) => decimal(`${units < 0n && part > 0n ? '-' : ''}${part}e-${scale}`))
}

/** Splits an amount by weights so that the parts always add up to it: largest remainder, ties to the first. */
export function splitByWeight(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total <= 0n) return weights.map(() => 0n)
  const sign = amount < 0n ? -1n : 1n
  const magnitude = amount * sign
  const parts = weights.map((weight) => (magnitude * weight) / total)
  const remainder = magnitude - parts.reduce((sum, part) => sum + part, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (magnitude * weight) % total }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, Number(remainder))) parts[index] = (parts[index] ?? 0n) + 1n
  return parts.map((part) => part * sign)
}

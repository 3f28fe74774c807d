/**
 * How wrong a model may be, by what it got wrong: weeks of the baseline are held out one after the other, predicted from
 * the rest, and the misses ranked (split-conformal prediction). No shape of the errors is assumed.
 */
interface HeldOutWeek {
  /** Driver and use of a week, in any unit; only their ratio matters. */
  demand: number
  used: number
}

/**
 * Misses of held-out weeks as a share of what was predicted. `over`: the model promised more than was used, the side on
 * which a saving would be too large.
 */
export function heldOutMisses(weeks: readonly HeldOutWeek[]): { over: number[]; either: number[] } {
  const total = weeks.reduce((sum, { demand, used }) => ({ demand: sum.demand + demand, used: sum.used + used }), {
    demand: 0,
    used: 0,
  })
  const over = weeks.flatMap(({ demand, used }) => {
    const predicted = ((total.used - used) / (total.demand - demand)) * demand
    return predicted > 0 ? [(predicted - used) / predicted] : []
  })
  return { over, either: over.map(Math.abs) }
}

/** The miss that a new week stays below with the given chance; null when too few weeks were seen to say. */
export function conformalQuantile(misses: readonly number[], share: number): number | null {
  const rank = Math.ceil((misses.length + 1) * share)
  if (rank > misses.length) return null
  return misses.toSorted((a, b) => a - b)[rank - 1] ?? null
}

/** Which credits pay for an amount: the oldest first, none below zero. */
interface OpenCredit {
  readonly id: string
  readonly remaining: bigint
}

export function applyCredits(
  /** Oldest first. */
  credits: readonly OpenCredit[],
  amount: bigint,
): { id: string; amount: bigint }[] {
  let open = amount
  return credits.flatMap(({ id, remaining }) => {
    const used = remaining < open ? remaining : open
    if (used <= 0n) return []
    open -= used
    return [{ id, amount: used }]
  })
}

/** Compares what the rail moved with what the journal booked, charge by charge. */

export interface ChargeAtRail {
  readonly chargeRef: string
  readonly currency: string
  /** Charges less refunds and disputes; without the rail's fees. */
  readonly minor: bigint
  /** Unix time in seconds of the newest movement. */
  readonly lastAt: number
}

export interface ChargeInJournal {
  readonly chargeRef: string
  readonly paymentId: string
  readonly organizationId: string
  readonly currency: string
  /** Debits of cash less credits of cash. */
  readonly minor: bigint
  /** Unix time in seconds of the newest transaction. */
  readonly lastAt: number
}

const differenceKinds = ['missing_in_journal', 'missing_at_rail', 'amount_differs'] as const
type DifferenceKind = (typeof differenceKinds)[number]

interface Difference {
  readonly kind: DifferenceKind
  readonly chargeRef: string
  readonly paymentId: string | null
  readonly organizationId: string | null
  readonly currency: string
  readonly railMinor: bigint
  readonly journalMinor: bigint
}

/** What is newer than `settledBefore` (Unix seconds) on either side may still be on its way to the other. */
export function compareMovements(
  atRail: readonly ChargeAtRail[],
  inJournal: readonly ChargeInJournal[],
  settledBefore: number,
): Difference[] {
  const keyOf = ({ chargeRef, currency }: { chargeRef: string; currency: string }) => `${chargeRef} ${currency}`
  const rail = new Map(atRail.map((charge) => [keyOf(charge), charge]))
  const journal = new Map(inJournal.map((charge) => [keyOf(charge), charge]))
  return [...new Set([...rail.keys(), ...journal.keys()])].sort().flatMap((key) => {
    const [moved, booked] = [rail.get(key), journal.get(key)]
    const charge = moved ?? booked
    const [railMinor, journalMinor] = [moved?.minor ?? 0n, booked?.minor ?? 0n]
    const isRecent = Math.max(moved?.lastAt ?? 0, booked?.lastAt ?? 0) >= settledBefore
    if (!charge || railMinor === journalMinor || isRecent) return []
    return [
      {
        kind: moved ? (booked ? 'amount_differs' : 'missing_in_journal') : 'missing_at_rail',
        chargeRef: charge.chargeRef,
        paymentId: booked?.paymentId ?? null,
        organizationId: booked?.organizationId ?? null,
        currency: charge.currency,
        ...{ railMinor, journalMinor },
      } satisfies Difference,
    ]
  })
}

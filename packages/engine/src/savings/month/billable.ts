/** What of a month may be billed: the sum with its losses, less the losses of former months; never below zero. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { Nano } from '../exact.ts'

export interface Billable {
  /** Sum of everything that counts: accruals, true-ups and reversals of the run. */
  readonly net: Nano
  /** Losses not yet made good, before and after; never negative. */
  readonly carriedBefore: Nano
  readonly carriedAfter: Nano
  /** What the run adds to what its month is billed for; below zero where it takes back what former runs billed. */
  readonly billable: Nano
}

/**
 * A loss first takes back what former runs of the month were billed for; what is left of it is carried. So the runs of a
 * month come to what a single run with all of them would have come to.
 */
export function billableOf(net: Nano, carriedBefore: Nano, billedBefore: Nano = 0n): Billable {
  const remaining = net - carriedBefore
  if (remaining >= 0n) return { net, carriedBefore, billable: remaining, carriedAfter: 0n }
  const loss = net < 0n ? -net : 0n
  const takenBack = loss < billedBefore ? loss : billedBefore
  return { net, carriedBefore, billable: -takenBack, carriedAfter: -remaining - takenBack }
}

/** The entries a fee is worked out from. Avoidance is shown and not billed, unless the contract says otherwise. */
export function countsForFee({ kind, part }: LedgerEntry, { bills_avoidance }: SavingsConfig): boolean {
  return kind !== 'fee' && (part !== 'avoidance' || bills_avoidance)
}

/** What of the method a contract chooses, as its rule has it. */
export function configUnder({ bills_avoidance }: CommissionRule, config: SavingsConfig): SavingsConfig {
  return { ...config, bills_avoidance: bills_avoidance === true }
}

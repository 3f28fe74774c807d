/** The commission of a month: the fee, what it was worked out from, and who it is owed for. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { CommissionLine, CommissionRule } from '@kept/domain/commission.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import { monthsBetween } from '@kept/foundation/calendar/month.ts'
import { exactText, type Nano, nanoPlaces } from '../savings/exact.ts'
import { type Billable, billableOf, countsForFee } from '../savings/month/billable.ts'
import { splitByWeight } from '../savings/month/split.ts'
import { digitsOf, feeOf, minorText } from './fee.ts'

export interface CommissionRequest {
  readonly period: Month
  /** The run's new entries, and the older ones they refer to. */
  readonly entries: readonly LedgerEntry[]
  readonly earlier: readonly LedgerEntry[]
  readonly actions: readonly SavingsAction[]
  readonly carriedBefore: Nano
  /** What former statements of the month were worked out from, and their fees; undefined in its first one. */
  readonly before?: { readonly billable: Nano; readonly fee: Nano } | undefined
  readonly rule: CommissionRule
  readonly config: SavingsConfig
}

export function commissionOf(request: CommissionRequest): { line: CommissionLine; billable: Billable } {
  const { period, rule } = request
  const counted = request.entries.filter((entry) => isBilled(entry, request))
  const foreign = counted.find(({ currency }) => currency !== rule.currency)
  if (foreign) {
    throw badInput(
      `Entry ${foreign.seq} is in ${foreign.currency}, but the rule "${rule.id}" is in ${rule.currency}. Currencies are never added.`,
    )
  }
  const net = counted.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const { before, carriedBefore } = request
  const billable = billableOf(net, carriedBefore, before?.billable)
  const unit = 10n ** BigInt(nanoPlaces - digitsOf(rule.currency))
  // Tiers and cap are of the month, however many statements it takes.
  const month = feeOf((before?.billable ?? 0n) + billable.billable, rule)
  const feeBefore = (before?.fee ?? 0n) / unit
  const minor = month.minor - feeBefore
  const line: CommissionLine = {
    rule_id: rule.id,
    rule_version: rule.version,
    period,
    currency: rule.currency,
    mode: rule.mode,
    billable: String(billable.billable),
    ...(before && { before: { billable: String(before.billable), fee: minorText(feeBefore, rule.currency) } }),
    tiers: month.tiers,
    capped: month.capped,
    fee: minorText(minor, rule.currency),
    customer_net: exactText({ units: billable.billable - minor * unit, scale: nanoPlaces }),
    shares: sharesOf(minor, counted, rule.currency),
    entries: counted.map(({ hash }) => hash),
  }
  return { line, billable }
}

/** Within the months in which its kind is billed. A reversal is evaluated like the entry it reverses. */
function isBilled(entry: LedgerEntry, { rule, config, actions, entries, earlier }: CommissionRequest): boolean {
  if (!countsForFee(entry, config)) return false
  const action = actions.find(({ id }) => id === entry.action)
  const months = action && rule.horizon_months[action.kind]
  if (!action || months === undefined) return true
  const original =
    entry.kind === 'reversal' ? [...earlier, ...entries].find(({ hash }) => hash === entry.refers_to) : undefined
  return monthsBetween(action.effective_time, (original ?? entry).period) < months
}

/**
 * Actions that cost something owe no fee; the others share it by what they saved. What is given back is shared by those
 * that lost it. A tier reached may turn the two about; then it is the others' after all.
 */
function sharesOf(minor: bigint, entries: readonly LedgerEntry[], currency: string): CommissionLine['shares'] {
  const byAction = new Map<string, Nano>()
  for (const { action, amount } of entries) byAction.set(action, (byAction.get(action) ?? 0n) + BigInt(amount))
  const inOrder = [...byAction].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const earners = inOrder.filter(([, amount]) => amount > 0n)
  const losers = inOrder.flatMap(([action, amount]) => (amount < 0n ? [[action, -amount] as const] : []))
  const [first, other] = minor < 0n ? [losers, earners] : [earners, minor > 0n ? losers : []]
  const owing = first.length > 0 ? first : other
  const parts = splitByWeight(
    minor,
    owing.map(([, amount]) => amount),
  )
  return owing.map(([action], index) => ({ action, fee: minorText(parts[index] ?? 0n, currency) }))
}

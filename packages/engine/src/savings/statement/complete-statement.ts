/**
 * From a draft and the bill's results to the complete statement: new entries chained to the ledger, what may be billed, the
 * fee. Deterministic to the last character, so that a statement is verified by calculating it again.
 */
import type { EntryDraft, LedgerEntry } from '@kept/domain/saving.ts'
import type { UnsignedStatement } from '@kept/domain/statement.ts'
import { appendEntries, headOf } from '@kept/foundation/hash/chain.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { type CommissionRequest, commissionOf } from '../../commission/commission-line.ts'
import { exact, toNano } from '../exact.ts'
import { merkleRoot } from '../ledger/merkle.ts'
import type { CalculatedMonth } from '../month/calculate-month.ts'
import { type Closing, newAccruals, newReversals } from '../month/close-month.ts'
import type { Sha256 } from '../month/setup.ts'
import type { StatementDraft } from './statement-draft.ts'

export function completeStatement(
  draft: StatementDraft,
  calculated: CalculatedMonth,
  sha256: Sha256,
): UnsignedStatement {
  const closing: Closing = {
    month: draft.period,
    currency: draft.currency,
    actions: draft.actions,
    config: draft.config,
    configHash: sha256(canonicalJson(draft.config)),
    codeVersion: draft.code_version,
    booked: draft.earlier,
  }
  const accruals = appendEntries(draft.before, newAccruals(calculated, closing), sha256)
  const reversals = newReversals(calculated, { ...closing, booked: [...draft.earlier, ...accruals] })
  const savings = [...accruals, ...appendEntries(headOf(accruals, draft.before), reversals, sha256)]
  const { line, billable } = chargeFor(draft, savings)
  const fee = feeEntry(closing, line.fee, savings, sha256)
  const entries = [...savings, ...appendEntries(headOf(savings, draft.before), fee, sha256)]
  return {
    ...draft,
    entries,
    head: headOf(entries, draft.before),
    held: [...calculated.held],
    gaps: [...calculated.gaps],
    net: String(billable.net),
    carried_after: String(billable.carriedAfter),
    billable: String(billable.billable),
    commission: line,
  }
}

/** What may be billed of the savings, and the fee for it. */
export function chargeFor(draft: StatementDraft, savings: readonly LedgerEntry[]): ReturnType<typeof commissionOf> {
  return commissionOf({
    period: draft.period,
    entries: savings,
    earlier: draft.earlier,
    actions: draft.actions,
    carriedBefore: BigInt(draft.carried_before),
    before: billedBefore(draft),
    rule: draft.commission_rule,
    config: draft.config,
  })
}

/** What the month came to in former statements: its fees stand among the earlier entries. */
function billedBefore({ billed_before, earlier, period }: StatementDraft): CommissionRequest['before'] {
  if (billed_before === undefined) return undefined
  const fees = earlier.filter((entry) => entry.kind === 'fee' && entry.period === period)
  return { billable: BigInt(billed_before), fee: fees.reduce((sum, { amount }) => sum + BigInt(amount), 0n) }
}

/** What is owed is in the ledger too, resting on the entries it was worked out from. */
function feeEntry(closing: Closing, fee: string, savings: readonly LedgerEntry[], sha256: Sha256): EntryDraft[] {
  const amount = toNano(exact(fee))
  if (amount === 0n) return []
  return [
    {
      kind: 'fee',
      part: null,
      period: closing.month,
      lineage: '',
      action: '',
      amount: String(amount),
      currency: closing.currency,
      inputs_root: merkleRoot(
        savings.map(({ hash }) => hash),
        sha256,
      ),
      baseline_hash: null,
      code_version: closing.codeVersion,
      config_hash: closing.configHash,
      refers_to: null,
    },
  ]
}

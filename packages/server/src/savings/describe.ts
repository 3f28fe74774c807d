/** Actions and statements as everybody sees them: amounts of the ledger's nano-units as money. */
import type { RecordedAction, RecordedNotice, StatementSummary } from '@kept/contract/routes/savings.ts'
import { decimal } from '@kept/domain/decimal.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import type { ActionRow } from '@kept/store/savings/actions.ts'
import type { StoredNotice } from '@kept/store/savings/price-notices.ts'
import type { RealisedAction } from '@kept/store/savings/realised.ts'
import type { StatementSummary as StoredStatement } from '@kept/store/savings/statements.ts'

export function moneyOf(nano: string | bigint): string {
  return exactText({ units: BigInt(nano), scale: nanoPlaces })
}

export function describeAction(
  row: ActionRow,
  realised: ReadonlyMap<string, RealisedAction>,
  confidence: 'high' | 'low' | null,
): RecordedAction {
  const booked = realised.get(row.id)
  return {
    id: row.id,
    finding_id: row.finding_id,
    rule: row.rule,
    title: row.title,
    resource_id: row.wanted.resource_id,
    kind: row.action?.kind ?? row.wanted.kind ?? null,
    source: row.source,
    state: row.state,
    reason: row.reason,
    currency: row.currency,
    estimate: row.estimate === null ? null : decimal(row.estimate),
    effective_time: row.action?.effective_time ?? null,
    baseline_hash: row.baseline_hash,
    confidence,
    recorded_by: row.recorded_by,
    recorded_at: row.recorded_at.toISOString(),
    booked: booked ? moneyOf(booked.net) : null,
    booked_from: booked?.first ?? null,
    booked_to: booked?.last ?? null,
  }
}

export function describeStatement({ before_seq, head_seq, ...rest }: StoredStatement): StatementSummary {
  return {
    ...rest,
    head_seq,
    entries: head_seq - before_seq,
    net: moneyOf(rest.net),
    billable: moneyOf(rest.billable),
    carried_after: moneyOf(rest.carried_after),
  }
}

export function describeNotice({ recorded_at, ...rest }: StoredNotice): RecordedNotice {
  return { ...rest, recorded_at: recorded_at.toISOString() }
}

/** Actions and statements for the API: nano-units become decimal amounts. */
import type { RecordedAction, RecordedNotice, StatementSummary } from '@kept/contract/routes/savings.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { ActionRow } from '@kept/store/savings/actions.ts'
import type { StoredNotice } from '@kept/store/savings/price-notices.ts'
import type { RealizedAction } from '@kept/store/savings/realized.ts'
import type { StatementSummary as StoredStatement } from '@kept/store/savings/statements.ts'

export function moneyOf(nano: string | bigint): string {
  return exactText({ units: BigInt(nano), scale: nanoPlaces })
}

export function describeAction(
  row: ActionRow,
  realized: ReadonlyMap<string, RealizedAction>,
  { confidence, resource_name }: Pick<RecordedAction, 'confidence' | 'resource_name'>,
): RecordedAction {
  const booked = realized.get(row.id)
  return {
    id: row.id,
    recommendation_id: row.recommendation_id,
    rule: row.rule,
    title: row.title,
    resource_id: row.input.resource_id,
    resource_name,
    kind: row.action?.kind ?? row.input.kind ?? null,
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
    first_booked_month: booked?.first ?? null,
    last_booked_month: booked?.last ?? null,
  }
}

export function describeStatement({ before_seq, head_seq, ...statement }: StoredStatement): StatementSummary {
  return {
    ...statement,
    head_seq,
    entries: head_seq - before_seq,
    net: moneyOf(statement.net),
    billable: moneyOf(statement.billable),
    carried_after: moneyOf(statement.carried_after),
  }
}

export function describeNotice({ recorded_at, ...notice }: StoredNotice): RecordedNotice {
  return { ...notice, recorded_at: recorded_at.toISOString() }
}

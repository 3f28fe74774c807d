/**
 * Rows as the audit log shows them before and after a change: by declared columns only, so that a secret or a column
 * added later is not recorded by accident.
 */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

export const snapshots = {
  budget: ['name', 'period', 'amount', 'currency', 'filters', 'thresholds', 'owner'],
  saved_report: ['name', 'definition', 'shared', 'owner_name', 'schedule'],
  known_event: ['kind', 'description', 'currency', 'provider', 'start_date', 'end_date', 'factor', 'daily_amount'],
  recommendation: ['title', 'status', 'owner', 'due_on', 'dismissed_reason', 'dismissed_until'],
  anomaly: ['feedback', 'feedback_by', 'feedback_note'],
  metric_anomaly: ['feedback', 'feedback_by'],
  loop: ['status'],
  alert_rule: ['name', 'enabled', 'kinds', 'min_severity', 'min_amount', 'min_currency', 'filters', 'owners'],
  alert_channel: ['name', 'host', 'schedule', 'enabled'],
  organization: ['name', 'slug', 'require_second_factor'],
} as const

export type SnapshotName = keyof typeof snapshots

const tables: Partial<Record<SnapshotName, string>> = { loop: 'loop_incident' }

/** The row's declared columns; null when there is no such row. */
export async function readSnapshot(
  tx: ScopedTransaction,
  name: SnapshotName,
  id: string,
): Promise<Record<string, unknown> | null> {
  const table = sql.table(tables[name] ?? name)
  const owner = name === 'organization' ? sql`id` : sql`organization_id`
  const fields = snapshots[name].map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`)
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    SELECT jsonb_build_object(${sql.join(fields)}) AS row FROM ${table}
    WHERE id::text = ${id} AND ${owner} = ${tx.scopedTo}`.execute(tx)
  return rows[0]?.row ?? null
}

/** The fields that differ, before and after. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): { before: Record<string, unknown> | null; after: Record<string, unknown> | null } {
  if (!before || !after) return { before, after }
  const names = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (row: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Deletes what is older than an organization's retention policy allows. Chains and proofs stay. */

import type { Scope } from '@kept/domain/scope.ts'
import type { RetentionData } from '@kept/domain/security-policy-kinds.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'

/** Warehouse tables of each kind of data, and the day of a row. */
const tables: Record<Exclude<RetentionData, 'audit'>, readonly { table: string; day: string }[]> = {
  cost_lines: [
    { table: 'cost_line', day: 'charge_date' },
    { table: 'rejected_row', day: 'toDate(created_at)' },
  ],
  roll_ups: [
    { table: 'cost_daily', day: 'charge_date' },
    { table: 'cost_daily_resource', day: 'charge_date' },
    // Without days: a month goes when its last day does.
    { table: 'cost_value', day: 'toLastDayOfMonth(billing_period)' },
  ],
  // What a loop says of its spans stays with it; the hours are the baseline of rules and have no content.
  spans: [{ table: 'telemetry_item', day: 'toDate(at)' }],
  metrics: [
    { table: 'metric_point', day: 'toDate(at)' },
    { table: 'metric_day', day: 'day' },
  ],
}

/** How many rows are of days before `day` (UTC). */
export async function countExpired(
  warehouse: Warehouse,
  scope: Scope,
  data: Exclude<RetentionData, 'audit'>,
  day: string,
): Promise<number> {
  let count = 0
  for (const { table, day: column } of tables[data]) {
    const [row] = await warehouse.query<{ rows: number }>(
      scope,
      `SELECT count() AS rows FROM ${table} WHERE organization_id = {organization_id:UUID} AND ${column} < {day:Date}`,
      { day },
    )
    count += row?.rows ?? 0
  }
  return count
}

/** Deletes them and rewrites the parts. */
export async function deleteExpired(
  warehouse: Warehouse,
  scope: Scope,
  data: Exclude<RetentionData, 'audit'>,
  day: string,
): Promise<void> {
  if ((await countExpired(warehouse, scope, data, day)) === 0) return
  for (const { table, day: column } of tables[data])
    await warehouse.executeOnShards(
      scope,
      `ALTER TABLE ${table} DELETE WHERE organization_id = {organization_id:UUID} AND ${column} < {day:Date}`,
      { day },
      { settings: { mutations_sync: '2' } },
    )
}

export async function countExpiredEvents(tx: ScopedTransaction, before: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('audit_event')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('created_at', '<', before)
    .where(sql<boolean>`erased IS NULL`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the retention policy deletes for the first time; null: it was never enabled. */
export async function readRetentionStart(database: Database, scope: Scope): Promise<Date | null> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('security_policy').select('effective_at').where('kind', '=', 'retention').executeTakeFirst(),
  )
  return row?.effective_at ?? null
}

export async function setRetentionStart(tx: ScopedTransaction, at: Date): Promise<void> {
  await tx.updateTable('security_policy').set({ effective_at: at }).where('kind', '=', 'retention').execute()
}

/** What Kept stores, by kind of data rather than by table. */
import type { Database } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface StoredKind {
  /** A name for people, and the key of its measurements. */
  kind: string
  bytes: number
  /** Null where rows are not counted. */
  rows: number | null
}

const databaseKind = 'Accounts, settings, ledger, and audit log'
const kindsOfTables: Readonly<Record<string, string>> = {
  cost_line: 'Bill lines',
  rejected_row: 'Bill lines',
  contract_commitment: 'Bill lines',
  billing_period: 'Bill lines',
  invoice_detail: 'Bill lines',
  file_answer: 'Bill lines',
  cost_daily: 'Cost summaries',
  cost_daily_resource: 'Cost summaries',
  cost_monthly_resource: 'Cost summaries',
  cost_value: 'Cost summaries',
  rolled_up_load: 'Cost summaries',
  telemetry_item: 'Traces and logs',
  telemetry_hour: 'Traces and logs',
  metric_point: 'Metrics',
  metric_day: 'Metrics',
  usage_event: 'Usage events',
}
const otherKind = 'Other'

/** Bytes on disk of both engines, on all shards; the largest first. */
export async function measureStorage(state: { database: Database; warehouse: Warehouse }): Promise<StoredKind[]> {
  const [tables, databaseBytes] = await Promise.all([measureTables(state.warehouse), measureDatabase(state.database)])
  const kinds = new Map<string, StoredKind>([[databaseKind, { kind: databaseKind, bytes: databaseBytes, rows: null }]])
  for (const { name, bytes, rows } of tables) {
    const kind = kindsOfTables[name] ?? otherKind
    const sum = kinds.get(kind)
    kinds.set(kind, { kind, bytes: bytes + (sum?.bytes ?? 0), rows: rows + (sum?.rows ?? 0) })
  }
  return [...kinds.values()].sort((a, b) => b.bytes - a.bytes || a.kind.localeCompare(b.kind))
}

function measureTables(warehouse: Warehouse): Promise<{ name: string; bytes: number; rows: number }[]> {
  return warehouse.inspectShards<{ name: string; bytes: number; rows: number }>(
    `SELECT name, ifNull(total_bytes, 0) AS bytes, ifNull(total_rows, 0) AS rows
     FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'schema_migration'`,
  )
}

async function measureDatabase({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  return Number(rows[0]?.bytes)
}

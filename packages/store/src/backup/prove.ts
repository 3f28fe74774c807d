/** What a backup and what was restored from it must agree on, read from the engines. */
import type { BackupProof } from '@kept/domain/backup.ts'
import { add } from '@kept/foundation/decimal.ts'
import type pg from 'pg'
import type { Warehouse } from '../warehouse/client.ts'

export async function proofOf(client: pg.ClientBase, warehouse: Warehouse): Promise<BackupProof> {
  const loads = await currentLoads(client)
  const organizations = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM organization')
  return {
    organizations: organizations.rows[0]?.count ?? 0,
    loads: loads.length,
    billed: await billedOf(warehouse, loads),
    ledger_heads: await headsOf(client, 'savings_ledger_head'),
    audit_heads: await headsOf(client, 'audit_head'),
  }
}

async function headsOf(
  client: pg.ClientBase,
  table: 'savings_ledger_head' | 'audit_head',
): Promise<BackupProof['ledger_heads']> {
  const { rows } = await client.query<{ organization_id: string; seq: string; hash: string }>(
    `SELECT organization_id, seq, hash FROM ${table} WHERE seq > 0 ORDER BY organization_id`,
  )
  return rows.map(({ organization_id, seq, hash }) => ({ organization_id, seq: Number(seq), hash }))
}

async function currentLoads(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM cost_load WHERE status = 'current' ORDER BY id")
  return rows.map(({ id }) => id)
}

/** Loads in one question; they travel in the request. */
const loadsAtOnce = 500

async function billedOf(warehouse: Warehouse, loads: readonly string[]): Promise<BackupProof['billed']> {
  const sums = new Map<string, BackupProof['billed'][number]>()
  for (let start = 0; start < loads.length; start += loadsAtOnce) {
    const rows = await warehouse.inspect<BackupProof['billed'][number]>(
      `SELECT toString(organization_id) AS organization_id, toString(BillingCurrency) AS currency,
         toString(sum(ifNull(BilledCost, 0))) AS amount, count() AS lines
       FROM cost_line WHERE load_id IN {loads:Array(String)}
       GROUP BY organization_id, currency`,
      { loads: loads.slice(start, start + loadsAtOnce) },
    )
    for (const row of rows) {
      const key = `${row.organization_id} ${row.currency}`
      const before = sums.get(key)
      sums.set(key, { ...row, amount: add(row.amount, before?.amount ?? '0'), lines: row.lines + (before?.lines ?? 0) })
    }
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

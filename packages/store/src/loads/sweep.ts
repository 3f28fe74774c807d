/**
 * Deletes rows that are invisible for good: of killed attempts, failed and undone imports, and loads replaced long ago.
 *
 * The warehouse is read first and Postgres second. A load in the warehouse belongs to an attempt that Postgres had
 * stored before its first row was written, so a load of a running import is never mistaken for a leftover.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { runInDemoVisit } from '../database/demo-visit.ts'
import { activeDemoVisits } from '../demo/visits.ts'
import { attemptKey } from '../imports/attempt.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { keyOfLoad } from './load-key.ts'

interface Swept {
  loads: number
  rejectedRows: number
}

export async function sweepWarehouse(database: Database, warehouse: Warehouse, scope: Scope): Promise<Swept> {
  const loads = new Set<string>()
  for (const table of await tablesWithLoads(warehouse)) {
    const leftovers = await findLeftovers(warehouse, scope, table, 'load_id', () => retainedLoads(database, scope))
    if (leftovers.length > 0) await remove(warehouse, scope, table, 'load_id', leftovers)
    for (const id of leftovers) loads.add(id)
  }
  const rejectedRows = await findLeftovers(warehouse, scope, 'rejected_row', 'import_id', () =>
    retainedAttempts(database, scope),
  )
  if (rejectedRows.length > 0) await remove(warehouse, scope, 'rejected_row', 'import_id', rejectedRows)
  return { loads: loads.size, rejectedRows: rejectedRows.length }
}

/** Every table with rows of an organization's loads. */
async function tablesWithLoads(warehouse: Warehouse): Promise<string[]> {
  const rows = await warehouse.inspect<{ table: string }>(
    `SELECT c.table AS table FROM system.columns AS c
     INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
     WHERE c.database = {database:String} AND c.name IN ('organization_id', 'load_id') AND t.engine LIKE '%MergeTree'
     GROUP BY table HAVING uniqExact(c.name) = 2 ORDER BY table`,
    { database: warehouse.localDatabase },
  )
  return rows.map(({ table }) => table)
}

async function findLeftovers(
  warehouse: Warehouse,
  scope: Scope,
  table: string,
  column: 'load_id' | 'import_id',
  readRetained: () => Promise<(id: string) => boolean>,
): Promise<string[]> {
  const rows = await warehouse.query<{ id: string }>(
    scope,
    `SELECT DISTINCT ${column} AS id FROM ${table} WHERE organization_id = {organization_id:UUID} ORDER BY id`,
  )
  if (rows.length === 0) return []
  const staysOff = await readRetained()
  return rows.map(({ id }) => id).filter((id) => !staysOff(id))
}

/** Parameters are part of the request's URL, whose length is limited. */
const atOnce = 200

async function remove(
  warehouse: Warehouse,
  scope: Scope,
  table: string,
  column: 'load_id' | 'import_id',
  ids: string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    await warehouse.executeOnShards(
      scope,
      `ALTER TABLE ${table} DELETE WHERE organization_id = {organization_id:UUID} AND ${column} IN {ids:Array(String)}`,
      { ids: ids.slice(start, start + atOnce) },
      { settings: { mutations_sync: '1' } },
    )
  }
}

/** Loads that are or may become visible: current, replaced and still undoable, of a running or waiting attempt. */
async function retainedLoads(database: Database, scope: Scope): Promise<(id: string) => boolean> {
  const isRetained = [await visibleLoads(database, scope)]
  // The bills of demo visits are hidden from jobs.
  for (const visit of await activeDemoVisits(database, scope))
    isRetained.push(await runInDemoVisit(visit, () => visibleLoads(database, scope)))
  return (id) => isRetained.some((retains) => retains(id))
}

async function visibleLoads(database: Database, scope: Scope): Promise<(id: string) => boolean> {
  const [loads, attempts] = await database.scoped(scope, async (tx) => [
    await tx.selectFrom('cost_load').select('id').where('status', 'in', ['current', 'superseded']).execute(),
    await tx
      .selectFrom('import')
      .select(['id', 'attempt'])
      .where('status', 'in', ['queued', 'running', 'needs_confirmation'])
      .execute(),
  ])
  const ids = new Set(loads.map(({ id }) => id))
  const keys = new Set(attempts.map(({ id, attempt }) => attemptKey(id, attempt)))
  return (id) => ids.has(id) || keys.has(keyOfLoad(id))
}

/** Rejected rows stay as long as their import's latest attempt; of an undone import, nothing stays. */
async function retainedAttempts(database: Database, scope: Scope): Promise<(id: string) => boolean> {
  const attempts = await database.scoped(scope, (tx) =>
    tx.selectFrom('import').select(['id', 'attempt']).where('status', '!=', 'undone').execute(),
  )
  const keys = new Set(attempts.map(({ id, attempt }) => attemptKey(id, attempt)))
  return (key) => keys.has(key)
}

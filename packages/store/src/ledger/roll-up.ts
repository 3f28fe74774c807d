/**
 * Rolls loads up, each once: a load that is complete in the roll-ups is skipped, rows of a killed attempt are deleted
 * first, and a load counts as rolled up only when its roll-ups match its lines exactly. Call it before a load is
 * published; callers must prevent two concurrent calls for one load.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { queryMemory } from '../warehouse/query-memory.ts'
import { completenessSql, fillDays, fillResources, fillValues, ofLoads } from './roll-up-sql.ts'

const rollUpTables = ['cost_daily_resource', 'cost_daily', 'cost_value'] as const
/** Load ids are part of the request's URL, whose length is limited. */
const loadsAtOnce = 200
/** A row has some hundred columns, and each is buffered on its way to the disk. */
const blockShare = 64
const blockLimits = { least: 4_000_000, most: 100_000_000 }

export async function rollUpLoads(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < loadIds.length; start += loadsAtOnce) {
    await rollUp(warehouse, scope, loadIds.slice(start, start + loadsAtOnce), signal)
  }
}

async function rollUp(warehouse: Warehouse, scope: Scope, loadIds: string[], signal?: AbortSignal): Promise<void> {
  const done = await warehouse.query<{ load_id: string }>(
    scope,
    `SELECT DISTINCT load_id FROM rolled_up_load WHERE ${ofLoads}`,
    { load_ids: loadIds },
    { signal },
  )
  const missing = new Set(loadIds).difference(new Set(done.map(({ load_id }) => load_id)))
  if (missing.size === 0) return
  const load_ids = [...missing]
  await removeLeftovers(warehouse, scope, load_ids)

  const settings = blockSettings(await queryMemory(warehouse))
  const execute = (sql: string) => warehouse.execute(scope, sql, { load_ids }, { settings, signal })
  // All lines of a row are on one shard, so each shard rolls up its own.
  const byResource = fillResources(await areComplete(warehouse, scope, load_ids, signal))
  await warehouse.executeOnShards(scope, byResource, { load_ids }, { settings, signal })
  await execute(fillDays())
  await execute(fillValues())
  await prove(warehouse, scope, load_ids)
  await execute(
    `INSERT INTO rolled_up_load (organization_id, load_id, lines)
     SELECT {organization_id:UUID}, load_id, sum(d.lines) FROM cost_daily AS d WHERE ${ofLoads} GROUP BY load_id`,
  )
}

/** Blocks that a query of so many bytes can sort and write; either limit ends a block. */
function blockSettings(bytes = Number.POSITIVE_INFINITY) {
  const share = Math.floor(bytes / blockShare)
  return {
    max_partitions_per_insert_block: '1000',
    min_insert_block_size_rows: '250000',
    min_insert_block_size_bytes: String(Math.min(blockLimits.most, Math.max(blockLimits.least, share))),
  }
}

async function areComplete(
  warehouse: Warehouse,
  scope: Scope,
  load_ids: string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const sql = completenessSql()
  const shards = await warehouse.queryShards<{ is_complete: number }>(scope, sql, { load_ids }, { signal })
  return shards.every(({ is_complete }) => is_complete === 1)
}

async function removeLeftovers(warehouse: Warehouse, scope: Scope, load_ids: string[]): Promise<void> {
  for (const table of rollUpTables) {
    const [leftover] = await warehouse.query<{ rows: number }>(
      scope,
      `SELECT count() AS rows FROM ${table} WHERE ${ofLoads}`,
      { load_ids },
    )
    if (!leftover?.rows) continue
    await warehouse.executeOnShards(
      scope,
      `ALTER TABLE ${table} DELETE WHERE ${ofLoads}`,
      { load_ids },
      { settings: { mutations_sync: '1' } },
    )
  }
}

async function prove(warehouse: Warehouse, scope: Scope, load_ids: string[]): Promise<void> {
  const mismatches = await warehouse.query<{ load_id: string }>(
    scope,
    `SELECT load_id FROM (
       SELECT load_id, count() AS lines, sum(BilledCost) AS billed, sum(EffectiveCost) AS effective
       FROM cost_line WHERE ${ofLoads} GROUP BY load_id
       UNION ALL SELECT load_id, sum(d.lines), sum(d.billed), sum(d.effective)
       FROM cost_daily AS d WHERE ${ofLoads} GROUP BY load_id
       UNION ALL SELECT load_id, sum(r.lines), sum(r.billed), sum(r.effective)
       FROM cost_daily_resource AS r WHERE ${ofLoads} GROUP BY load_id
     ) GROUP BY load_id HAVING count() != 3 OR uniqExact((lines, billed, effective)) != 1`,
    { load_ids },
  )
  if (mismatches.length === 0) return
  throw new KeptError(
    'internal',
    `The roll-ups of load ${mismatches[0]?.load_id} do not add up to its lines; they were not used.`,
  )
}

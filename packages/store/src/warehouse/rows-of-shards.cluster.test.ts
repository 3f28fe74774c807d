/** What is done to rows where they are stored: repeated, replaced, swept, deleted, backed up. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TelemetryResource } from '@kept/domain/span.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dumpWarehouse } from '../backup/dump-warehouse.ts'
import { openObjects } from '../backup/objects.ts'
import { restoreWarehouse } from '../backup/restore-warehouse.ts'
import { erasePerson, forgetBefore } from '../behavior/people.ts'
import { writeEvents } from '../behavior/write-events.ts'
import { sweepWarehouse } from '../loads/sweep.ts'
import { writePoints } from '../metrics/write-points.ts'
import { deleteWarehouseRows } from '../organizations/delete-rows.ts'
import { listWarehouseTables } from '../organizations/organization-tables.ts'
import { deleteExpired } from '../security/retention.ts'
import { measureStorage } from '../storage/measure.ts'
import { type TelemetryItem, writeTelemetry } from '../telemetry/items.ts'
import { lineOn, writeLines } from '../testing/lines.ts'
import { publishLines } from '../testing/publish.ts'
import { openWorld, type World } from '../testing/world.ts'
import { openClusterDatabase } from './open-cluster.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-rows-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const replacing = ['metric_day', 'metric_point', 'telemetry_hour', 'usage_event']
const names = Array.from({ length: 40 }, (_, index) => `r-${index}`)

/** The result of an expression over a table, for the organization under test. */
async function readValue(expression: string, from: string): Promise<unknown> {
  const [row] = await world.warehouse.query<{ value: unknown }>(
    world.scope,
    `SELECT ${expression} AS value FROM ${from} WHERE organization_id = {organization_id:UUID}`,
  )
  return row?.value
}

async function rowsByShard(table: string): Promise<number[]> {
  const shards = await world.warehouse.inspectShards<{ rows: number }>(`SELECT count() AS rows FROM ${table}`)
  return shards.map(({ rows }) => rows)
}

it('counts a batch of telemetry once that was sent to the shards twice', async () => {
  // Old telemetry is deleted by the engine's own clock.
  const at = Date.now()
  const items = names.map((id) => ({
    signal: 'span',
    at,
    trace: id,
    body: { resource: { id } as TelemetryResource, probability: 0.5 },
  })) as TelemetryItem[]
  for (let time = 0; time < 2; time += 1)
    await writeTelemetry(world.warehouse, world.scope, items, new Date(at), 'batch-1')
  expect(await readValue('count()', 'telemetry_item')).toBe(40)
  expect(await readValue('sum(calls)', 'telemetry_hour')).toBe(80)
  expect((await rowsByShard('telemetry_item')).every((rows) => rows > 0)).toBe(true)
})

it('replaces a metric point and a usage event on the shard that has the former one', async () => {
  const points = (value: number) =>
    names.map((resource_id) => ({
      ...{ resource_id, metric: 'cpu', unit: 'percent', at: '2026-03-01T10:00:00Z', seconds: 3600, value },
    }))
  await writePoints(world.warehouse, world.scope, points(10), 1)
  await writePoints(world.warehouse, world.scope, points(20), 2)
  expect(await readValue('sum(value)', 'metric_point FINAL')).toBe(800)
  expect(await readValue('sum(total) / 3600', 'metric_day FINAL')).toBe(800)

  const events = names.map((environment_id) => ({
    ...{ event_id: `e-${environment_id}`, person: 'someone', environment_id, environment_name: '', project: '' },
    ...{ team: '', activity_type: 'commit' as const, timestamp: '2026-03-01T10:00:00Z', duration: 60 },
    ...{ resource_usage: { cpu: null, memory: null, network: null }, time_zone: '' },
  }))
  expect(await writeEvents(world.warehouse, world.scope, events)).toEqual({ accepted: 40, repeated: 0 })
  expect(await writeEvents(world.warehouse, world.scope, events)).toEqual({ accepted: 0, repeated: 40 })
  expect(await erasePerson(world.warehouse, world.scope, 'someone')).toBe(40)
  expect(await readValue("countIf(person = '')", 'usage_event')).toBe(40)
  await forgetBefore(world.warehouse, world.scope, '2026-04-01')
  expect(await readValue('count()', 'usage_event')).toBe(0)
})

it('restores a backup into another cluster, row by row', async () => {
  const lines = names.map((ResourceId, index) =>
    lineOn(`2026-03-${String((index % 28) + 1).padStart(2, '0')}`, {
      ...{ ResourceId, BilledCost: `${index}.1`, EffectiveCost: `${index}.1`, Tags: { team: ResourceId } },
    }),
  )
  await publishLines(world, world.scope, 'published', lines)
  const objects = openObjects(folder)
  const { part } = await dumpWarehouse(world.warehouse, { objects, loads: new Set(['published']), previous: undefined })
  const cluster = inject('warehouseCluster')
  if (!cluster) throw new Error('these tests run on a cluster')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const restored = await openClusterDatabase(inject('warehouse'), name, cluster, { readsLocalFiles: true })
  try {
    await restoreWarehouse(restored, part, objects)
    for (const table of await listWarehouseTables(world.warehouse)) {
      // What replaces rows may already have done so.
      const from = replacing.includes(table) ? `${table} FINAL` : table
      const sum = `SELECT count() AS rows, sum(cityHash64(tuple(*))) AS hash FROM ${from} WHERE {organization_id:UUID} IS NOT NULL`
      const source = await world.warehouse.query(world.scope, sum)
      expect([table, await restored.query(world.scope, sum)]).toEqual([table, source])
      // Each row where an insert would put it: a later one replaces it there.
      const shards = `SELECT count() AS rows FROM ${from}`
      expect(await restored.inspectShards(shards)).toEqual(await world.warehouse.inspectShards(shards))
    }
  } finally {
    await restored.administerShards(`DROP DATABASE ${name} SYNC`)
    await restored.administerShards(`DROP DATABASE ${restored.localDatabase} SYNC`)
    await restored.close()
  }
})

it('sweeps, expires and deletes on every shard', async () => {
  const leftover = names.map((ResourceId) => lineOn('2026-02-01', { ResourceId, BilledCost: '1' }))
  await writeLines(world.warehouse, world.scope, 'killed/2026-02-01/1', leftover)
  expect(await sweepWarehouse(world.database, world.warehouse, world.scope)).toMatchObject({ loads: 1 })
  expect(await readValue('count()', 'cost_line')).toBe(40)
  await deleteExpired(world.warehouse, world.scope, 'cost_lines', '2026-03-15')
  expect(await readValue('min(charge_date)', 'cost_line')).toBe('2026-03-15')

  const storage = await measureStorage(world)
  expect(storage.find(({ kind }) => kind === 'Cost summaries')?.rows).toBeGreaterThanOrEqual(40)
  await deleteWarehouseRows(world.warehouse, world.scope)
  for (const table of await listWarehouseTables(world.warehouse))
    expect([table, await rowsByShard(table)]).toEqual([table, [0, 0]])
})

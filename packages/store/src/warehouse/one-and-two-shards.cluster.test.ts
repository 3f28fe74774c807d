import { randomUUID } from 'node:crypto'
import { type CostQuery, costQuerySchema } from '@kept/domain/cost-query.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { explore, exploreRows } from '../ledger/explore.ts'
import { findValues } from '../ledger/find-values.ts'
import { rollUpLoads } from '../ledger/roll-up.ts'
import { listValues } from '../ledger/values.ts'
import { keys, line, query } from '../testing/cube-questions.ts'
import { type TestLine, writeLines } from '../testing/lines.ts'
import { openWorld, type World } from '../testing/world.ts'
import type { Warehouse } from './client.ts'
import { openDatabase } from './open-embedded.ts'

let world: World
let single: Warehouse
beforeAll(async () => {
  world = await openWorld()
  single = await openDatabase(inject('warehouse'), `single_${randomUUID().replaceAll('-', '')}`, {
    readsLocalFiles: true,
  })
})
afterAll(async () => {
  await single.administer(`DROP DATABASE ${single.database} SYNC`)
  await single.close()
  await world.close()
})

const warehouses = () => [single, world.warehouse]

/** What both answer, as text: the order of the rows is part of it. */
async function onBoth(ask: (warehouse: Warehouse) => Promise<unknown>): Promise<string[]> {
  return (await Promise.all(warehouses().map(ask))).map((answer) => JSON.stringify(answer, null, 1))
}

let loads = 0
async function load(lines: TestLine[]): Promise<string[]> {
  loads += 1
  const ids = [`a-${loads}`, `b-${loads}`]
  const middle = lines.length >> 1
  for (const warehouse of warehouses()) {
    await writeLines(warehouse, world.scope, ids[0] ?? '', lines.slice(0, middle))
    await writeLines(warehouse, world.scope, ids[1] ?? '', lines.slice(middle))
    await rollUpLoads(warehouse, world.scope, ids)
  }
  return ids
}

async function readAll(warehouse: Warehouse, ids: string[], costQuery: CostQuery): Promise<unknown[]> {
  return Array.fromAsync((await exploreRows(warehouse, world.scope, ids, costQuery)).rows)
}

it('answers random questions byte for byte the same on one and on two shards', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 20, maxLength: 80 }),
      fc.array(query, { minLength: 40, maxLength: 40 }),
      async (lines, queries) => {
        const ids = await load(lines)
        for (const costQuery of queries) {
          const [ofSingle, ofCluster] = await onBoth((warehouse) => explore(warehouse, world.scope, ids, costQuery))
          expect(ofCluster).toBe(ofSingle)
        }
        const [rows, rowsOfTwo] = await onBoth((warehouse) =>
          readAll(warehouse, ids, costQuerySchema.parse({ ...queries[0], top: undefined })),
        )
        expect(rowsOfTwo).toBe(rows)
      },
    ),
    { numRuns: 4, seed: 20261123, endOnFailure: true },
  )
})

it('lists and finds the same values', async () => {
  const lines = fc.sample(fc.array(line, { minLength: 80, maxLength: 80 }), { numRuns: 1, seed: 3 })[0] ?? []
  const ids = await load(lines)
  for (const key of keys) {
    const [ofSingle, ofCluster] = await onBoth((warehouse) =>
      listValues(warehouse, world.scope, ids, { key, limit: 50 }),
    )
    expect(ofCluster).toBe(ofSingle)
  }
  const [matches, matchesOfCluster] = await onBoth((warehouse) =>
    findValues(warehouse, world.scope, ids, { text: 'o', terms: ['o'], limit: 20 }),
  )
  expect(matchesOfCluster).toBe(matches)
})

it('stores the roll-ups that one server has, each row once', async () => {
  const lines = fc.sample(fc.array(line, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 4 })[0] ?? []
  const ids = await load(lines)
  for (const table of ['cost_daily', 'cost_daily_resource', 'cost_value', 'rolled_up_load']) {
    const columns = table === 'rolled_up_load' ? '* EXCEPT (rolled_up_at)' : '*'
    const [ofSingle, ofCluster] = await onBoth((warehouse) =>
      warehouse.query(
        world.scope,
        `SELECT ${columns} FROM ${table} WHERE organization_id = {organization_id:UUID} AND load_id IN {ids:Array(String)} ORDER BY ALL`,
        { ids },
      ),
    )
    expect(ofCluster).toBe(ofSingle)
  }
  const shards = await world.warehouse.inspectShards<{ rows: number }>(
    'SELECT count() AS rows FROM cost_daily_resource',
  )
  expect(shards.map(({ rows }) => rows > 0)).toEqual([true, true])
})

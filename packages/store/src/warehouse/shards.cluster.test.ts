import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster.ts'
import { lineOn, writeLines } from '../testing/lines.ts'
import type { Warehouse } from './client.ts'
import { checkShards } from './cluster-servers.ts'
import { openClusterDatabase } from './open-cluster.ts'
import { openDatabase } from './open-embedded.ts'

let folder: string
let cluster: TestCluster
let warehouse: Warehouse
const scope = { organizationId: '00000000-0000-4000-8000-000000000001' }
const options = { readsLocalFiles: true }
/** What a hang is told by: without a watch the question would wait for minutes. */
const hangMs = 30_000
const waitOptions = { interval: 50, timeout: 60_000 }
const lines = Array.from({ length: 200 }, (_, index) =>
  lineOn('2026-03-01', { ResourceId: `r-${index}`, BilledCost: '0.01', EffectiveCost: '0.01' }),
)
const slow =
  'SELECT sum(BilledCost) AS total FROM cost_line WHERE organization_id = {organization_id:UUID} AND sleepEachRow(0.05) = 0'
const slowly = { max_block_size: '1', max_threads: 1, function_sleep_max_microseconds_per_block: '0' }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-shards-'))
  cluster = await startCluster(2, { folder, memoryBytes: 1024 ** 3 })
  warehouse = await openClusterDatabase(cluster.address, 'kept', cluster.cluster, options)
  await writeLines(warehouse, scope, 'load', lines)
})
afterAll(async () => {
  await warehouse?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function total(): Promise<{ total: string }[]> {
  return warehouse.query(
    scope,
    'SELECT sum(BilledCost) AS total FROM cost_line WHERE organization_id = {organization_id:UUID}',
  )
}

/** The process of the second shard, once the slow question runs there. */
async function shardAtWork(queryId: string): Promise<number> {
  await vi.waitFor(async () => {
    const running = await warehouse.inspectShards(
      'SELECT 1 FROM system.processes WHERE NOT is_initial_query AND initial_query_id = {query_id:String}',
      { query_id: queryId },
    )
    expect(running.length).toBeGreaterThan(0)
  }, waitOptions)
  return cluster.engines[1]?.pid ?? 0
}

/** Milliseconds until the question failed, with its error. */
async function failureOf(question: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const started = performance.now()
  const error = await question.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - started }
}

it('spreads the lines over both shards, and sums all of them', async () => {
  const counts = await warehouse.inspectShards<{ rows: number }>('SELECT count() AS rows FROM cost_line')
  expect(counts.map(({ rows }) => rows > 50)).toEqual([true, true])
  expect(await total()).toEqual([{ total: '2' }])
})

it('answers a slow question: silence of the rows is not silence of the shard', async () => {
  expect(await warehouse.query(scope, slow, {}, { settings: slowly })).toEqual([{ total: '2' }])
})

it('fails in seconds when a shard is killed in the middle of a question, and never answers with less', async () => {
  const queryId = randomUUID()
  const question = warehouse.query(scope, slow, {}, { settings: slowly, queryId })
  question.catch(() => undefined)
  process.kill(await shardAtWork(queryId), 'SIGKILL')
  const { error, ms } = await failureOf(question)
  expect(error).toMatchObject({ code: 'unavailable' })
  expect(ms).toBeLessThan(hangMs)
  // While it restarts: all of it or an error.
  await vi.waitFor(async () => {
    const answer = await total().catch((reason: unknown) => {
      expect(reason).toMatchObject({ code: 'unavailable' })
      return undefined
    })
    if (answer) expect(answer).toEqual([{ total: '2' }])
    expect(answer).toBeDefined()
  }, waitOptions)
})

it('fails in seconds when a shard hangs, and names it', async () => {
  const queryId = randomUUID()
  const question = warehouse.query(scope, slow, {}, { settings: slowly, queryId })
  question.catch(() => undefined)
  const pid = await shardAtWork(queryId)
  process.kill(pid, 'SIGSTOP')
  try {
    const started = await failureOf(question)
    expect(started.error).toMatchObject({ code: 'unavailable' })
    expect(started.ms).toBeLessThan(hangMs)
    const failure = await failureOf(total())
    expect(failure.error).toMatchObject({ code: 'unavailable' })
    expect(failure.ms).toBeLessThan(hangMs)
    const states = await checkShards(cluster.address, cluster.cluster)
    expect(states.map(({ isUp }) => isUp)).toEqual([true, false])
    expect(await warehouse.ping()).toBe(false)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await total()).toEqual([{ total: '2' }]), waitOptions)
})

it.each(['SIGKILL', 'SIGSTOP'] as const)('ends a stream of rows with an error when a shard gets %s', async (signal) => {
  const queryId = randomUUID()
  const rows = warehouse.stream(
    scope,
    `SELECT ResourceId FROM cost_line WHERE organization_id = {organization_id:UUID} AND sleepEachRow(0.05) = 0`,
    {},
    { settings: slowly, queryId },
  )
  const question = Array.fromAsync(rows)
  question.catch(() => undefined)
  const pid = await shardAtWork(queryId)
  process.kill(pid, signal)
  try {
    const failure = await failureOf(question)
    expect(failure.error).toMatchObject({ code: 'unavailable' })
    expect(failure.ms).toBeLessThan(hangMs)
  } finally {
    if (signal === 'SIGSTOP') process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await total()).toEqual([{ total: '2' }]), waitOptions)
})

it('acknowledges no insert that a shard has not stored', async () => {
  process.kill(cluster.engines[1]?.pid ?? 0, 'SIGKILL')
  const more = lines.map((line) => ({ ...line, ResourceId: `more-${line.ResourceId}` }))
  const { error } = await failureOf(writeLines(warehouse, scope, 'lost', more))
  expect(error).toMatchObject({ code: 'unavailable' })
  await vi.waitFor(async () => expect(await warehouse.ping()).toBe(true), waitOptions)
  await writeLines(warehouse, scope, 'again', more)
  const rows = await warehouse.query(
    scope,
    "SELECT count() AS rows FROM cost_line WHERE organization_id = {organization_id:UUID} AND load_id = 'again'",
  )
  expect(rows).toEqual([{ rows: 200 }])
})

it('opens the same database again without changing a table', async () => {
  const tables = () =>
    warehouse.inspectShards(
      "SELECT uuid, name FROM system.tables WHERE database IN ('kept', 'kept_local') ORDER BY uuid",
    )
  const before = await tables()
  await (await openClusterDatabase(cluster.address, 'kept', cluster.cluster, options)).close()
  expect(await tables()).toEqual(before)
})

it('refuses another order of the shards, another cluster, and a single server', async () => {
  const { address, cluster: named } = cluster
  const [firstUrl = '', secondUrl = ''] = named.shardUrls ?? []
  const open = (more: object) => openClusterDatabase(address, 'kept', { ...named, ...more }, options)
  await expect(open({ name: 'elsewhere' })).rejects.toThrow(
    'it has no cluster "elsewhere" in its remote_servers; it has: shards.',
  )
  await expect(open({ shardUrls: [firstUrl] })).rejects.toThrow(
    'the cluster "shards" has 2 shards and CLICKHOUSE_SHARD_URLS has 1',
  )
  await expect(open({ shardUrls: [secondUrl, firstUrl] })).rejects.toThrow('is not shard 2 of the cluster "shards"')
  await warehouse.administerShards("ALTER DATABASE kept_local MODIFY COMMENT 'Kept: shard 1 of 3'")
  await expect(open({})).rejects.toThrow(
    'Give the cluster back the shards it had, or move the rows to another database',
  )
  await expect(openDatabase(address, 'kept', options)).rejects.toThrow('set CLICKHOUSE_CLUSTER to its name')
  await (await openDatabase(address, 'single', options)).close()
  await expect(openClusterDatabase(address, 'single', named, options)).rejects.toThrow(
    'holds the tables of a single server',
  )
})

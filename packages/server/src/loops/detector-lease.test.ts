/**
 * Two Kept processes on one database: one evaluates, the other forwards; when the first stops, the second takes over.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { DetectorLease } from './detector-lease.ts'

const minute = 60_000
let clock = Date.parse('2026-06-10T09:00:00Z')
const now = () => new Date(clock)

let first: TestKept
let second: TestKept
/** Of both: their keys are the same. */
const folder = mkdtempSync(join(tmpdir(), 'kept-shared-'))
/** Each has the database of an operator, and not one of its own. */
const shared = {
  DATABASE_URL: 'postgres://database.invalid/kept',
  CLICKHOUSE_URL: 'http://warehouse.invalid',
  KEPT_SHARED_FOLDER: folder,
}
beforeAll(async () => {
  first = await openKept(shared, { now })
  second = await openKept(shared, { now, world: first.world })
})
afterAll(async () => {
  await second.close()
  await first.world.close()
  rmSync(folder, { recursive: true, force: true })
})

let ids = 0
const hex = (length: number) => {
  ids += 1
  return ids.toString(16).padStart(length, '0')
}

function lineage(startMs: number) {
  const traceId = hex(32)
  let parentSpanId = ''
  const spans = Array.from({ length: 100 }, (_, step) => {
    const spanId = hex(16)
    const start = BigInt(startMs + step * 50) * 1_000_000n
    const times = { startTimeUnixNano: String(start), endTimeUnixNano: String(start + 40_000_000n) }
    const span = { traceId, spanId, parentSpanId, name: 'resize', kind: 2, ...times }
    parentSpanId = spanId
    return span
  })
  const attributes = [{ key: 'service.name', value: { stringValue: 'resizer' } }]
  return { resource: { attributes }, scopeSpans: [{ spans }] }
}

async function send(to: TestKept, resourceSpans: object[]) {
  const answer = await fetch(`${to.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...to.headers('own') },
    body: JSON.stringify({ resourceSpans }),
  })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
}

const waiting = async () =>
  first.world.database.scoped(first.world.scope, (tx) =>
    tx
      .selectFrom('forwarded_telemetry')
      .select('id')
      .execute()
      .then((rows) => rows.length),
  )

it('finds a loop whose spans arrive at two processes, once', async () => {
  for (let n = 0; n < 6; n += 1) {
    const startMs = clock
    clock += minute
    await send(first, [lineage(startMs)])
    await send(second, [lineage(startMs + 10_000), lineage(startMs + 20_000)])
    expect(await waiting()).toBe(1)
    await second.server.features.loops.detect()
    await first.server.features.loops.detect()
    expect(await waiting()).toBe(0)
  }
  const { data } = await second.client.loops.list({ show: 'active' })
  expect(data.map(({ resource_name }) => resource_name)).toEqual(['resizer'])
  const { data: intake } = await second.client.telemetry.intake({})
  expect(intake.find(({ signal }) => signal === 'traces')?.accepted).toBe(1_800)
})

it('is taken over by the other when the holder of the lease stops, and stays one incident', async () => {
  const [before] = (await second.client.loops.list({ show: 'active' })).data
  await first.server.stop()
  // The lease is cached for ten seconds: telemetry is forwarded meanwhile, and read by the process that takes over.
  await expect
    .poll(
      async () => {
        const startMs = clock
        clock += minute
        await send(second, [lineage(startMs), lineage(startMs + 10_000), lineage(startMs + 20_000)])
        await second.server.features.loops.detect()
        const { data } = await second.client.loops.list({ show: 'active' })
        return data.map(({ id, duration_seconds }) => [id, duration_seconds > (before?.duration_seconds ?? 0) + 120])
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([[before?.id, true]])
})

it('is taken over at once from a killed process whose database no one else uses, and never from another process', async () => {
  const { state, config } = first.server.services
  const scope = first.world.otherScope
  const holdsOn = (databaseUrl: string | undefined) =>
    new DetectorLease({ state, config: { ...config, databaseUrl } }).isMine(scope)
  expect(await holdsOn(undefined)).toBe(true)
  // What holds it is gone, or is another process: a shared database cannot tell before the lease ends.
  expect(await holdsOn('postgres://database.invalid/kept')).toBe(false)
  expect(await holdsOn(undefined)).toBe(true)
})

/** Telemetry that was acknowledged before an organization was deleted, and not stored yet, is not stored afterwards. */
import { requestDeletion } from '@kept/store/organizations/deletion.ts'
import { listWarehouseTables } from '@kept/store/organizations/organization-tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { newOrganization } from './testing/new-organization.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let clock = Date.now()
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
})
afterAll(() => kept.close())

/** Fifty short calls of one function, half a minute ago. */
function calls() {
  const start = clock - 30_000
  const nanos = (ms: number) => String(BigInt(ms) * 1_000_000n)
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const spans = Array.from({ length: 50 }, (_, index) => ({
    ...{ traceId: index.toString(16).padStart(32, 'a'), spanId: index.toString(16).padStart(16, 'b') },
    ...{ parentSpanId: '', name: 'thumbnail', kind: 2 },
    ...{ startTimeUnixNano: nanos(start + index * 50), endTimeUnixNano: nanos(start + index * 50 + 40) },
  }))
  const attributes = [attribute('service.name', 'thumbnails'), attribute('faas.name', 'thumbnails')]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] })
}

it('is left out, in both engines', async () => {
  const { scope, id, addAdmin } = await newOrganization(kept)
  const ada = await addAdmin('ada')
  const headers = { ...ada.headers, 'content-type': 'application/json' }
  expect((await fetch(`${kept.url}/v1/traces`, { method: 'POST', headers, body: calls() })).status).toBe(200)
  const { database, warehouse } = kept.world
  const request = { at: new Date(clock - 2_000_000), due_at: new Date(clock - 1000), requested_by: 'ada' }
  await database.scoped(scope, (tx) => requestDeletion(tx, { ...request, reason: 'privacy' }))
  await carryOutDeletions(kept.server.services)
  for (let minute = 0; minute < 2; minute += 1) {
    clock += 61_000
    await kept.server.features.loops.detect()
  }

  const remaining: Record<string, number> = {}
  const owner = await kept.world.openOwner()
  for (const table of ['telemetry_batch', 'telemetry_intake']) {
    const { rows } = await owner.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} WHERE organization_id = $1`,
      [id],
    )
    remaining[table] = rows[0]?.n ?? 0
  }
  await owner.end()
  for (const table of await listWarehouseTables(warehouse)) {
    const question = `SELECT count() AS n FROM ${table} WHERE organization_id = {id:UUID} SETTINGS apply_deleted_mask = 0`
    const [row] = await warehouse.inspect(question, { id })
    remaining[table] = Number(row?.n)
  }
  expect(Object.entries(remaining).filter(([, rows]) => rows > 0)).toEqual([])
})

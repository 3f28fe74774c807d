/** Telemetry that was acknowledged before an organization was deleted, and not stored yet, is not stored afterwards. */
import type { Scope } from '@kept/domain/scope.ts'
import { requestDeletion, startDeletion } from '@kept/store/organizations/deletion.ts'
import { awaitWriters, writeUnlessDeleted } from '@kept/store/organizations/writers.ts'
import { relayTelemetry } from '@kept/store/telemetry/relay.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { newOrganization } from './testing/new-organization.ts'
import { remainingRows } from './testing/remaining-rows.ts'
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
  await request(scope)
  await carryOutDeletions(kept.server.services)
  for (let minute = 0; minute < 2; minute += 1) {
    clock += 61_000
    await kept.server.features.loops.detect()
  }

  expect(await remainingRows(kept.world, id)).toEqual({})
})

it('ends the detector of the organization, and forwards nothing of it', async () => {
  const { scope, id, addAdmin } = await newOrganization(kept)
  const ada = await addAdmin('ada')
  const headers = { ...ada.headers, 'content-type': 'application/json' }
  const send = () => fetch(`${kept.url}/v1/traces`, { method: 'POST', headers, body: calls() })
  expect((await send()).status).toBe(200)
  await kept.server.features.loops.detect()
  const { database } = kept.world
  expect(await remainingRows(kept.world, id)).toMatchObject({ loop_detector_lease: 1, telemetry_item: 50 })
  await requestAndStart(scope)
  await kept.server.features.loops.detect()
  await relayTelemetry(database, scope, { signal: 'traces', body: Buffer.from('late') })
  await carryOutDeletions(kept.server.services)
  await kept.server.features.loops.detect()
  expect(await remainingRows(kept.world, id)).toEqual({})
})

it('waits for writers, and lets no one wait behind it', async () => {
  const { scope } = await newOrganization(kept)
  const { database } = kept.world
  const order: string[] = []
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun: () => void = () => undefined
  const writing = new Promise<void>((resolve) => {
    begun = resolve
  })
  const writer = writeUnlessDeleted(database, scope, async () => {
    begun()
    await finished
    order.push('written')
  })
  await writing
  await requestAndStart(scope)
  const waiting = awaitWriters(database, scope).then(() => order.push('waited'))
  expect(await writeUnlessDeleted(database, scope, async () => void order.push('late'))).toBe(false)
  finish()
  expect(await writer).toBe(true)
  await waiting
  expect(order).toEqual(['written', 'waited'])
})

async function request(scope: Scope): Promise<void> {
  const requested = { at: new Date(clock - 2_000_000), due_at: new Date(clock - 1000), requested_by: 'ada' }
  await kept.world.database.scoped(scope, (tx) => requestDeletion(tx, { ...requested, reason: 'privacy' }))
}

async function requestAndStart(scope: Scope): Promise<void> {
  await request(scope)
  await kept.world.database.scoped(scope, (tx) => startDeletion(tx, new Date(clock)))
}

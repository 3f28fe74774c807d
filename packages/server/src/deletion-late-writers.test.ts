/** What a request or a job writes that had begun before its organization was deleted is deleted too. */
import { readdirSync } from 'node:fs'
import { recordAudit } from '@kept/store/audit/record.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { requestDeletion } from '@kept/store/organizations/deletion.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { endJobs } from './testing/end-jobs.ts'
import { newOrganization } from './testing/new-organization.ts'
import { remainingRows } from './testing/remaining-rows.ts'
import { openKept, type TestKept } from './testing.ts'

const hour = 3_600_000
const canary = 'canary-late'
let kept: TestKept
let clock = Date.now()
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
})
afterAll(() => kept.close())

/** Metrics whose second half is sent when `finish` is called. */
function halfSent(headers: Record<string, string>) {
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  async function* chunks() {
    const line = (minute: number) => `${canary},cpu,${new Date(clock - minute * 60_000).toISOString()},0.5\n`
    yield new TextEncoder().encode(`resource_id,metric,timestamp,value\n${line(2)}`)
    await finished
    yield new TextEncoder().encode(line(1))
  }
  const response = fetch(`${kept.url}/v1/metrics/import?name=cpu.csv`, {
    method: 'POST',
    headers,
    body: ReadableStream.from(chunks()),
    duplex: 'half',
  } as RequestInit)
  return { finish, response }
}

it('within the hour, in both engines and in the erased audit log', async () => {
  const { scope, id, addAdmin } = await newOrganization(kept)
  const ada = await addAdmin('ada')
  const { database } = kept.world
  const upload = halfSent(ada.headers)
  await vi.waitFor(() => expect(readdirSync(kept.server.services.folder.uploads)).not.toEqual([]), { timeout: 60_000 })
  const request = { at: new Date(clock - hour), due_at: new Date(clock - 1000), requested_by: 'ada' }
  await database.scoped(scope, (tx) => requestDeletion(tx, { ...request, reason: 'privacy' }))
  await carryOutDeletions(kept.server.services)
  expect(await remainingRows(kept.world, id)).toEqual({})

  upload.finish()
  expect((await upload.response).status).toBe(200)
  // As a job writes that had begun before.
  const actor = { kind: 'system', id: null, name: 'Kept' } as const
  await database.scoped(scope, async (tx) => {
    await recordAudit(tx, { actor, at: new Date(clock), action: 'import.failed', summary: canary })
    await addNotification(tx, scope, { kind: 'import_failed', title: canary, body: '', href: '/imports' })
  })
  await endJobs(database)
  expect(await remainingRows(kept.world, id)).toMatchObject({ metric_point: 2, notification: 1 })

  clock += hour
  await carryOutDeletions(kept.server.services)
  expect(await remainingRows(kept.world, id)).toEqual({})
  const events = await database.scoped(scope, (tx) => tx.selectFrom('audit_event').select('summary').execute())
  expect(events.map(({ summary }) => summary)).toContain('The organization was deleted.')
  expect(events.map(({ summary }) => summary)).not.toContain(canary)
})

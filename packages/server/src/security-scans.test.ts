/** Security scans over real HTTP: started, run in the background, compared, scheduled. */
import { randomUUID } from 'node:crypto'
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { readLiveEvents } from '@kept/store/live/events.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { createScan } from '@kept/store/security/scans.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scanEveryOrganization } from './security/scans/jobs.ts'
import { startDueScans } from './security/scans/schedules.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const own = { organization: 'own' }
const scans = () => admin.client.securityScans

async function completed(kind: (typeof scanKinds)[number]) {
  const { data: started } = await scans().start({ ...own, kind })
  expect(started).toMatchObject({ kind, trigger: 'manual', requested_by: 'ada', status: 'queued' })
  return expect
    .poll(async () => (await scans().get({ ...own, id: started.id })).data)
    .toMatchObject({ status: 'completed' })
    .then(async () => (await scans().get({ ...own, id: started.id })).data)
}

const volume = (id: string, encrypted: boolean) =>
  inventoryItemSchema.parse({
    ...{ provider: 'aws', resource_id: id, type: 'Volume' },
    attributes: { encrypted: String(encrypted) },
  })
const list = (...items: ReturnType<typeof volume>[]) =>
  putInventory(kept.world.database, kept.world.scope, items, new Date())

it('finds what fails in the inventory, says what it cannot know, and compares with the scan before', async () => {
  const first = await completed('cloud')
  expect(first.comparison).toBeNull()
  expect(first).toMatchObject({ failed: 0, passed: 0, checks_done: first.checks_total })
  expect(new Set(first.results.map(({ detail }) => detail))).toEqual(
    new Set(['There is no inventory. Connect a cloud account or upload a list.']),
  )
  await list(volume('vol-1', false), volume('vol-2', true))
  const second = await completed('cloud')
  expect(second.results.find(({ check_id }) => check_id === 'volume-encrypted')).toMatchObject({
    ...{ status: 'fail', severity: 'high', detail: '1 of 2 volumes: vol-1.' },
    subjects: [{ provider: 'AWS', id: 'vol-1', name: 'vol-1' }],
  })
  expect(second.comparison).toMatchObject({ previous_id: first.id, new_failures: ['volume-encrypted'], fixed: [] })
  await list(volume('vol-1', true))
  const third = await completed('cloud')
  expect(third.comparison).toMatchObject({ new_failures: [], fixed: ['volume-encrypted'], still_failing: [] })
  const { events } = await readLiveEvents(kept.world.database, kept.world.scope, 0)
  expect(events.filter(({ payload }) => payload.action === 'security_scan.regressed')).toHaveLength(1)
})

it('has results of every kind, and is in the audit log', async () => {
  for (const kind of ['self', 'access', 'secrets'] as const) expect((await completed(kind)).results).not.toEqual([])
  const { data, meta } = await scans().list({ ...own, kind: 'self' })
  expect([data.length, meta.total]).toEqual([1, 1])
  const { data: events } = await admin.client.security.listAuditLogs({ ...own, action: 'security_scan.completed' })
  expect(events[0]).toMatchObject({ actor_kind: 'system', summary: expect.stringContaining('scan completed') })
})

it('opens an incident from a failing check of the organization, which stands in its timeline', async () => {
  await list(volume('vol-1', false), volume('vol-2', true))
  const scan = await completed('cloud')
  const open = (source_id: string, client = admin.client, organization = 'own') =>
    client.securityIncidents.open({ organization, title: 'Open volume', source: 'check', source_id })
  const incidents = async () => (await admin.client.securityIncidents.list(own)).meta.total
  const before = await incidents()
  const failing = `cloud/${scan.id}/volume-encrypted`
  const { data } = await open(failing)
  expect(data).toMatchObject({ source: 'check', source_id: failing })
  expect(data.timeline).toMatchObject([
    { kind: 'opened' },
    {
      ...{ kind: 'attached', actor_name: 'ada', reference: { kind: 'scan', id: scan.id } },
      text: expect.stringMatching(/^Failing check: Volumes are encrypted\. \w+ \d+, \d+: 1 of 2 volumes: vol-1\.$/),
    },
  ])
  const passing = scan.results.find(({ status }) => status !== 'fail')?.check_id
  const message = 'There is no failing check with this ID, written as kind/scan/check.'
  for (const wrong of [
    ...['garbage', 'a/b/c', `cloud/${scan.id}`, `cloud/${scan.id}/`, `self/${scan.id}/volume-encrypted`],
    ...[`cloud/not-a-uuid/volume-encrypted`, `cloud/${randomUUID()}/volume-encrypted`, `${failing}/more`],
    ...[`cloud/${scan.id}/no-such-check`, `cloud/${scan.id}/${passing}`],
  ])
    await expect(open(wrong), wrong).rejects.toMatchObject({ status: 404, message })
  await expect(open(failing, kept.otherClient, 'other')).rejects.toMatchObject({ status: 404, message })
  expect(await incidents()).toBe(before + 1)
  const writer = await createTestUser(kept, {
    ...{ name: 'wim', in: 'own', role: 'user' },
    grants: { allow: ['security:write'], deny: [] },
  })
  await expect(open(failing, writer.client)).rejects.toMatchObject({ status: 403 })
})

it('raises an alert when a check that failed fails for many more', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `vol-grow-${index}`)
  await list(...names.map((name, index) => volume(name, index > 0)))
  await completed('cloud')
  const raised = async () => {
    const { events } = await readLiveEvents(kept.world.database, kept.world.scope, 0)
    return events.filter(({ payload }) => payload.action === 'security_scan.regressed').length
  }
  const before = await raised()
  await list(...names.map((name) => volume(name, false)))
  const { comparison } = await completed('cloud')
  expect(comparison).toMatchObject({ new_failures: [], grown: ['volume-encrypted'] })
  expect(await raised()).toBe(before + 1)
  await completed('cloud')
  expect(await raised()).toBe(before + 1)
})

it('scans every organization once a day', async () => {
  const { jobs, now } = kept.server.services
  await scanEveryOrganization({ database: kept.world.database, jobs, now })
  await expect
    .poll(async () => {
      const { data } = await kept.otherClient.securityScans.list({ organization: 'other' })
      return data.map(({ kind, trigger, status }) => [kind, trigger, status]).sort()
    })
    .toEqual(scanKinds.map((kind) => [kind, 'schedule', 'completed']).sort())
})

it('completes the scans of a night that is interrupted', async () => {
  const { database } = kept.world
  const { jobs } = kept.server.services
  const stop = new AbortController()
  const now = () => {
    stop.abort()
    return new Date()
  }
  await scanEveryOrganization({ database, jobs, now }, stop.signal).catch(() => undefined)
  // The queue starts an interrupted night again.
  await scanEveryOrganization({ database, jobs, now: () => new Date() })
  const organizations = [
    { client: admin.client, organization: 'own' },
    { client: kept.otherClient, organization: 'other' },
  ]
  for (const { client, organization } of organizations)
    await expect
      .poll(async () => {
        const { data } = await client.securityScans.list({ organization, page_size: 100 })
        return data.filter(({ status }) => status !== 'completed')
      })
      .toEqual([])
})

it('takes a scan that has not ended after a day for failed, and starts another', async () => {
  const { database, scope } = kept.world
  const stuck = { kind: 'self', trigger: 'schedule', requested_by: 'Kept' } as const
  const id = await database.scoped(scope, (tx) => createScan(tx, { ...stuck, at: new Date(Date.now() - 86_460_000) }))
  expect(id).toBeDefined()
  await completed('self')
  expect((await scans().get({ ...own, id: id ?? '' })).data).toMatchObject({
    ...{ status: 'failed', failure_reason: expect.stringMatching(/^The scan did not end within a day\.$/) },
  })
})

it('refuses a second scan of a kind, an unknown kind, other organizations and users without the permission', async () => {
  const { database, scope } = kept.world
  const now = new Date()
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('security_scan')
      .values({
        organization_id: scope.organizationId,
        kind: 'access',
        status: 'running',
        trigger: 'manual',
        requested_by: 'ada',
        created_at: now,
      })
      .execute(),
  )
  await expect(scans().start({ ...own, kind: 'access' })).rejects.toMatchObject({
    status: 409,
    message: 'A scan of the kind "access" is already running. Wait until it completes.',
  })
  const unknown: string = 'network'
  await expect(scans().start({ ...own, kind: unknown as 'self' })).rejects.toMatchObject({ status: 400 })
  const { data } = await scans().list({ ...own, kind: 'cloud' })
  const id = data[0]?.id ?? ''
  await expect(kept.otherClient.securityScans.get({ organization: 'other', id })).rejects.toMatchObject({ status: 404 })
  await expect(kept.otherClient.securityScans.get({ ...own, id })).rejects.toMatchObject({ status: 404 })
  const user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  await expect(user.client.securityScans.list(own)).rejects.toMatchObject({ status: 403 })
})

it('scans a kind by its own schedule, and not every night as well', async () => {
  const { database, scope } = kept.world
  const schedule = { ...own, kind: 'secrets' as const, hour: 6, time_zone: 'Europe/Berlin' }
  await expect(scans().updateSchedule({ ...schedule, frequency: 'weekly' })).rejects.toMatchObject({ status: 400 })
  await expect(
    scans().updateSchedule({ ...schedule, frequency: 'daily', time_zone: 'Mars/Olympus' }),
  ).rejects.toMatchObject({ status: 400 })
  const { data } = await scans().updateSchedule({ ...schedule, frequency: 'weekly', weekday: 1 })
  expect(data).toMatchObject({ frequency: 'weekly', weekday: 1, updated_by: 'ada' })
  const due = new Date(data.next_run_at ?? '')
  expect(due.getUTCDay()).toBe(1)
  const { data: all } = await scans().schedules(own)
  expect(all.find(({ kind }) => kind === 'self')).toMatchObject({ frequency: 'daily', hour: 4, updated_by: '' })

  const secretScans = async () => (await scans().list({ ...own, kind: 'secrets' })).meta.total
  const before = await secretScans()
  const { services } = kept.server
  await scanEveryOrganization({ database, jobs: services.jobs, now: services.now })
  expect(await secretScans()).toBe(before)
  const deps = (now: Date) => ({ database, jobs: services.jobs, now: () => now })
  await startDueScans(deps(new Date(due.getTime() - 1)), scope)
  expect(await secretScans()).toBe(before)
  await startDueScans(deps(due), scope)
  await startDueScans(deps(due), scope)
  expect(await secretScans()).toBe(before + 1)
  const { data: after } = await scans().schedules(own)
  const next = after.find(({ kind }) => kind === 'secrets')?.next_run_at ?? ''
  expect((Date.parse(next) - due.getTime()) / 86_400_000).toBeCloseTo(7, 0)
  await scans().updateSchedule({ ...schedule, frequency: 'off' })
  await startDueScans(deps(new Date(due.getTime() + 30 * 86_400_000)), scope)
  expect(await secretScans()).toBe(before + 1)
})

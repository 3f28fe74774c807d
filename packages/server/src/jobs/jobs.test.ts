/** What failed in the background, and retrying it, over HTTP. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { createTestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

/** Fails until it is allowed to succeed; `seen` has the inputs of all runs. */
const bench = { works: false, seen: [] as string[] }
const fragile = defineJob({
  name: 'fragile',
  input: z.object({ organization_id: z.uuid(), note: z.string() }),
  retries: 0,
  run: async ({ note }) => {
    bench.seen.push(note)
    if (!bench.works) throw new Error(`The bucket of ${note} does not answer.\n  at its second line`)
  },
})

it('lists failed jobs with their organization and error, and runs them again when they are retried', async () => {
  const { jobs } = kept.server.services
  await jobs.work(fragile, {})
  const { organizationId } = kept.world.scope
  await jobs.send(fragile, { organization_id: organizationId, note: 'a' })
  await jobs.send(fragile, { organization_id: organizationId, note: 'b' })
  await vi.waitFor(async () => expect((await kept.client.jobs.failed({})).data.total).toBe(2), {
    interval: 50,
    timeout: 60_000,
  })
  const { data } = await kept.client.jobs.failed({})
  const first = data.jobs.find(({ message }) => message.includes('of a '))
  expect(first).toMatchObject({
    name: 'fragile',
    organization: { id: organizationId },
    runs: 1,
    message: 'The bucket of a does not answer.',
  })

  bench.works = true
  expect(await kept.client.jobs.retry({ ids: [first?.id ?? ''] })).toEqual({ data: { retried: 1 } })
  await vi.waitFor(() => expect(bench.seen.filter((note) => note === 'a')).toHaveLength(2), {
    interval: 50,
    timeout: 60_000,
  })
  const left = await kept.client.jobs.failed({})
  expect(left.data.total).toBe(1)
  // It did not fail any more, so nothing is done a third time.
  expect(await kept.client.jobs.retry({ ids: [first?.id ?? ''] })).toEqual({ data: { retried: 0 } })
  const audit = await kept.client.security.listAuditLogs({ organization: 'own', action: 'jobs.retried' })
  expect(audit.data).toHaveLength(2)
})

it('refuses admins of organizations and input without a job', async () => {
  const { client } = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  await expect(client.jobs.failed({})).rejects.toMatchObject({ status: 403 })
  await expect(client.jobs.retry({ ids: [crypto.randomUUID()] })).rejects.toMatchObject({ status: 403 })
  await expect(kept.client.jobs.retry({ ids: [] })).rejects.toMatchObject({ status: 400 })
})

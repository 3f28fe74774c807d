/** Webhook deliveries: authenticated, counted once, and assigned to the organization of the webhook. */
import { createHmac } from 'node:crypto'
import type { UsageEventResult } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { HookKindId } from '@kept/domain/behavior-hook.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openKept, type TestKept } from './testing.ts'

const start = new Date('2026-09-02T08:00:00Z')
let kept: TestKept
let now = start
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
})
afterAll(() => kept.close())
beforeEach(() => {
  now = start
})

const createHook = async (kind: HookKindId) =>
  (await kept.client.behaviorHooks.create({ kind, name: `of ${kind}` })).data
const listed = async (id: string) =>
  (await kept.client.behaviorHooks.list({})).data.hooks.find((hook) => hook.id === id)

async function deliver(url: string, headers: Record<string, string>, body: string) {
  const answer = await fetch(url, { method: 'POST', headers, body })
  const result = (await answer.json()) as { data: UsageEventResult & { replayed: boolean }; message: string }
  return { status: answer.status, ...result }
}

const push = (after: string, more: object = {}) =>
  JSON.stringify({
    after,
    repository: { full_name: 'acme/api', pushed_at: 1_788_242_400 },
    sender: { login: 'ada' },
    ...more,
  })
const fromGithub = (secret: string, number: string, body: string, event = 'push') => ({
  'content-type': 'application/json',
  'x-github-event': event,
  'x-github-delivery': number,
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

async function environments(scope: Scope): Promise<string[]> {
  const rows = await kept.world.warehouse.query<{ environment_id: string }>(
    scope,
    'SELECT DISTINCT environment_id FROM usage_event WHERE organization_id = {organization_id:UUID} ORDER BY 1',
  )
  return rows.map(({ environment_id }) => environment_id)
}

it('counts a signed GitHub push once: not again with the same id, nor with the same body under another id', async () => {
  const hook = await createHook('github')
  const send = (number: string, body: string) => deliver(hook.url, fromGithub(hook.secret, number, body), body)
  expect(await send('n1', push('a'))).toMatchObject({ status: 200, data: { accepted: 1, replayed: false } })
  expect(await send('n1', push('a'))).toMatchObject({ status: 200, data: { accepted: 0, replayed: true } })
  expect(await send('n2', push('a'))).toMatchObject({ status: 200, data: { accepted: 0, replayed: true } })
  expect(await send('n1', push('b'))).toMatchObject({ status: 200, data: { accepted: 0, replayed: true } })
  expect(await send('n3', push('c'))).toMatchObject({ status: 200, data: { accepted: 1, replayed: false } })
  expect(await environments(kept.world.scope)).toContain('acme/api')
  expect(await environments(kept.world.otherScope)).toEqual([])
  expect(await listed(hook.id)).toMatchObject({ deliveries: 2, events: 2, last_result: '1 accepted.' })
})

it('responds to the ping of a new webhook, and counts no event', async () => {
  const hook = await createHook('github')
  const body = JSON.stringify({ zen: 'Keep it logically awesome.' })
  expect(await deliver(hook.url, fromGithub(hook.secret, 'p1', body, 'ping'), body)).toMatchObject({
    status: 200,
    data: { accepted: 0, rejected: 0 },
  })
  expect((await listed(hook.id))?.last_result).toMatch(/^No events counted: GitHub event "ping"/)
})

it('rejects unauthenticated deliveries without reading them, and records the rejection', async () => {
  const hook = await createHook('github')
  const body = push('forged', { repository: { full_name: 'evil/forged', pushed_at: 1_788_242_400 } })
  const refused = await deliver(hook.url, fromGithub('a wrong secret', 'f1', body), body)
  expect(refused).toMatchObject({ status: 401, message: expect.stringMatching(/signature/) })
  const { 'x-hub-signature-256': _, ...unsigned } = fromGithub(hook.secret, 'f2', body)
  expect((await deliver(hook.url, unsigned, body)).status).toBe(401)
  expect(await environments(kept.world.scope)).not.toContain('evil/forged')
  expect(await listed(hook.id)).toMatchObject({
    deliveries: 0,
    last_refused_at: start.toISOString(),
    last_refusal: expect.stringMatching(/X-Hub-Signature-256 is missing/),
  })
})

it('accepts GitLab signatures and secret tokens', async () => {
  const hook = await createHook('gitlab')
  const body = (sha: string) =>
    JSON.stringify({
      object_kind: 'push',
      checkout_sha: sha,
      user_username: 'bob',
      project: { path_with_namespace: 'acme/web' },
      commits: [{ timestamp: '2026-09-01T10:00:00+02:00' }],
    })
  const event = { 'x-gitlab-event': 'Push Hook' }
  const timestamp = String(start.getTime() / 1000)
  const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key)
    .update(`w1.${timestamp}.${body('1')}`)
    .digest('base64')}`
  const signed = { ...event, 'webhook-id': 'w1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  expect(await deliver(hook.url, signed, body('1'))).toMatchObject({ status: 200, data: { accepted: 1 } })
  const token = { ...event, 'x-gitlab-token': hook.secret, 'x-gitlab-event-uuid': 'u2' }
  expect(await deliver(hook.url, token, body('2'))).toMatchObject({ status: 200, data: { accepted: 1 } })
  now = new Date(start.getTime() + 301_000)
  expect(await deliver(hook.url, { ...signed, 'webhook-id': 'w3' }, body('1'))).toMatchObject({ status: 401 })
})

it('accepts Coder notifications, with the secret as the password of the URL', async () => {
  const hook = await createHook('coder')
  const body = JSON.stringify({
    msg_id: 'm1',
    payload: { notification_name: 'Workspace Created', targets: ['w-1'], labels: { workspace: 'dev-ada' } },
  })
  const authorization = `Basic ${Buffer.from(`kept:${hook.secret}`).toString('base64')}`
  expect(await deliver(hook.url, { authorization }, body)).toMatchObject({ data: { accepted: 1 } })
  expect(await deliver(hook.url, { authorization }, body)).toMatchObject({ data: { accepted: 0, replayed: true } })
  expect(await environments(kept.world.scope)).toContain('w-1')
})

it('explains an unreadable delivery, and accepts its corrected repetition', async () => {
  const hook = await createHook('gitpod')
  const headers = { authorization: `Bearer ${hook.secret}` }
  expect(await deliver(hook.url, headers, '{"entries": [')).toMatchObject({
    status: 400,
    message: 'The delivery is not valid JSON. It is truncated or damaged.',
  })
  expect((await listed(hook.id))?.last_result).toBe('The delivery is not valid JSON. It is truncated or damaged.')
  const entry = { id: 'g1', actorPrincipal: 'PRINCIPAL_USER', subjectType: 'RESOURCE_TYPE_ENVIRONMENT' }
  const body = JSON.stringify({
    entries: [{ ...entry, subjectId: 'env1', action: 'started environment', createdAt: '2026-09-01T08:00:00Z' }],
  })
  expect(await deliver(hook.url, headers, body)).toMatchObject({ status: 200, data: { accepted: 1 } })
})

it('encrypts the secret, shows it once, and accepts the previous one for a day after a rotation', async () => {
  const hook = await createHook('github')
  const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('behavior_hook').selectAll().execute(),
  )
  expect(JSON.stringify([rows, await listed(hook.id)])).not.toContain(hook.secret)
  const { data: rotated } = await kept.client.behaviorHooks.rotate({ id: hook.id })
  expect(rotated.secret).not.toBe(hook.secret)
  const send = (secret: string, number: string) =>
    deliver(hook.url, fromGithub(secret, number, push(number)), push(number))
  expect((await send(hook.secret, 'old')).status).toBe(200)
  expect((await send(rotated.secret, 'new')).status).toBe(200)
  now = new Date(start.getTime() + 24 * 3600 * 1000)
  expect((await send(hook.secret, 'late')).status).toBe(401)
  expect((await send(rotated.secret, 'later')).status).toBe(200)
})

it('accepts a secret chosen by the sender, and stops when it is deleted', async () => {
  const secret = 'made-by-the-sender-itself'
  const { data: hook } = await kept.client.behaviorHooks.create({ kind: 'github', name: 'theirs', secret })
  expect((await deliver(hook.url, fromGithub(secret, 't1', push('t')), push('t'))).status).toBe(200)
  await expect(kept.otherClient.behaviorHooks.remove({ id: hook.id })).rejects.toMatchObject({ status: 404 })
  await expect(kept.otherClient.behaviorHooks.rotate({ id: hook.id })).rejects.toMatchObject({ status: 404 })
  expect((await kept.otherClient.behaviorHooks.list({})).data.hooks).toEqual([])
  await kept.client.behaviorHooks.remove({ id: hook.id })
  expect(await deliver(hook.url, fromGithub(secret, 't2', push('u')), push('u'))).toMatchObject({
    status: 404,
    message: 'Hook not found. Check its address.',
  })
  expect((await deliver(hook.url.replace(hook.id, 'nonsense'), {}, '{}')).status).toBe(404)
})

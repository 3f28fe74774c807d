/** Alerts over HTTP, to real receivers: signed, retried, failed, threaded and bundled into digests. */
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { addAlertEvents } from '@kept/store/alerts/add-events.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { mailsIn } from '../testing/mailbox.ts'
import { openKept, type TestKept } from '../testing.ts'
import { openReceiver, type Receiver } from './testing/receiver.ts'

let clock = Date.parse('2026-11-20T12:00:00Z')
let kept: TestKept
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
})
afterAll(async () => {
  await kept.close()
  receiver.close()
})
afterEach(async () => {
  for (const { id } of (await kept.client.alerts.rules({})).data) await kept.client.alerts.removeRule({ id })
  for (const { id } of (await kept.client.alerts.channels({})).data) await kept.client.alerts.removeChannel({ id })
  receiver.received.length = 0
  receiver.answers.length = 0
  receiver.defaultAnswer = () => ({ status: 200, body: 'ok' })
})

const always: AlertSchedule = { time_zone: 'Europe/Berlin', digest: null, quiet: [], critical_passes: true }
type Typed = Parameters<TestKept['client']['alerts']['addChannel']>[0]['typed']

async function addChannel(typed: Typed, schedule = always) {
  const { data } = await kept.client.alerts.addChannel({ name: `to ${typed.kind}`, schedule, typed })
  return data
}
const webhookTo = (path = '/hook'): Typed => ({ kind: 'webhook', url: `${receiver.url}${path}` })

function addRule(channel: string, more: Partial<AlertRule> = {}) {
  return kept.client.alerts.addRule({
    name: 'Everything',
    kinds: ['anomaly', 'budget', 'loop'],
    channels: [channel],
    ...more,
  })
}

/** Stores an event and routes alerts. */
async function happen(...titles: [title: string, thread: string, severity?: AlertRule['min_severity']][]) {
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    addAlertEvents(
      tx,
      kept.world.scope,
      titles.map(([title, thread, severity = 'high']) => ({
        kind: 'anomaly',
        thread,
        severity,
        amount: '812.4',
        currency: 'USD',
        labels: { provider: ['AWS'] },
        title,
        body: `${title}, since yesterday.`,
        href: '/anomalies?open=1',
      })),
    ),
  )
  // The test moves the clock, so the newest delivery is really the newest.
  clock += 1000
  await kept.server.features.alerts.tick()
}

async function newest() {
  const [first] = (await kept.client.alerts.deliveries({})).data
  if (!first) throw new Error('nothing was sent')
  return (await kept.client.alerts.delivery({ id: first.id })).data
}
/** The newest delivery, once it matches. */
async function waitForDelivery(status: string, tries: number) {
  return vi.waitFor(
    async () => {
      const delivery = await newest()
      expect([delivery.status, delivery.tries.length]).toEqual([status, tries])
      return delivery
    },
    { timeout: 60_000, interval: 100 },
  )
}

it('signs messages as in Standard Webhooks, and never returns a secret again', async () => {
  const added = await addChannel(webhookTo('/hook?key=hidden'))
  expect(added.signing_secret).toMatch(/^whsec_/)
  await addRule(added.id)
  await happen(['EC2 cost 812.40 USD more than expected', 'anomaly:1'])
  const [request] = await receiver.until(1)
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request?.headers ?? {}
  const key = Buffer.from((added.signing_secret ?? '').replace('whsec_', ''), 'base64')
  expect(signature).toBe(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${request?.text}`).digest('base64')}`,
  )
  expect(timestamp).toBe(String(clock / 1000))
  expect(request?.body).toMatchObject({
    id,
    type: 'alert.opened',
    thread: 'anomaly:1',
    rules: ['Everything'],
    events: [{ severity: 'high', amount: '812.4', currency: 'USD', url: `${kept.url}/anomalies?open=1` }],
  })
  const delivery = await waitForDelivery('delivered', 1)
  expect(delivery).toMatchObject({
    id,
    title: 'EC2 cost 812.40 USD more than expected',
    tries: [{ ok: true, status: 200 }],
  })
  const lists = JSON.stringify([
    await kept.client.alerts.channels({}),
    await kept.client.alerts.delivery({ id: delivery.id }),
  ])
  expect(lists).not.toMatch(/hidden|whsec_/)
  expect((await kept.client.alerts.channels({})).data).toMatchObject([{ host: new URL(receiver.url).host }])
  const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('alert_channel').selectAll().execute(),
  )
  expect(JSON.stringify(rows)).not.toMatch(/hidden|whsec_/)
  const { data } = await kept.client.alerts.renewSecret({ id: added.id })
  await happen(['EC2 goes on', 'anomaly:1'])
  const [, two] = await receiver.until(2)
  expect(two?.body.type).toBe('alert.updated')
  const [newSignature, old] = String(two?.headers['webhook-signature']).split(' ')
  const signed = `${two?.headers['webhook-id']}.${two?.headers['webhook-timestamp']}.${two?.text}`
  const signatureFor = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64')}`
  expect([newSignature, old]).toEqual([signatureFor(data.signing_secret), signatureFor(added.signing_secret ?? '')])
})

it('retries a failure under the same id, after the requested delay, until it is delivered', async () => {
  const { id } = await addChannel(webhookTo())
  await addRule(id)
  receiver.answers.push({ status: 500, body: 'boom' }, { status: 429, headers: { 'retry-after': '600' } })
  await happen(['Twice in vain', 'anomaly:2'])
  const first = await waitForDelivery('waiting', 1)
  expect(first.tries[0]).toMatchObject({ ok: false, status: 500, sentence: 'The receiver failed (500): "boom".' })
  expect(Date.parse(first.next_attempt_at ?? '') - clock).toBeGreaterThanOrEqual(30_000)
  // Its job would run in half a minute; the clock is fixed here, so the tick finds it by its rows.
  clock += 10 * 60_000
  await kept.server.features.alerts.tick()
  const second = await waitForDelivery('waiting', 2)
  expect(second.last_result).toBe('The receiver is rate limiting Kept.')
  expect(Date.parse(second.next_attempt_at ?? '') - clock).toBeGreaterThanOrEqual(600_000)
  clock += 20 * 60_000
  await kept.server.features.alerts.tick()
  await waitForDelivery('delivered', 3)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first.id]))
})

it('stops after a rejection, shows the reason, and sends again on request', async () => {
  const { id } = await addChannel(webhookTo())
  await addRule(id)
  receiver.answers.push({ status: 403, body: 'invalid_token' })
  await happen(['Refused', 'anomaly:3'])
  const failed = await waitForDelivery('failed', 1)
  expect(failed.last_result).toContain('denied access (403). Check the address and the permissions: "invalid_token"')
  expect((await kept.client.alerts.deliveries({ search: 'refus', status: 'failed' })).meta.total).toBe(1)
  expect((await kept.client.alerts.deliveries({ search: 'r%f' })).meta.total).toBe(0)
  await expect(kept.otherClient.alerts.retryDelivery({ id: failed.id })).rejects.toThrow('Delivery not found')
  await kept.client.alerts.retryDelivery({ id: failed.id })
  await waitForDelivery('delivered', 2)
  await expect(kept.client.alerts.retryDelivery({ id: failed.id })).rejects.toThrow('nothing to send again')
})

it('disables a channel whose receiver is gone, and follows no redirect', async () => {
  const { id } = await addChannel(webhookTo())
  await addRule(id)
  receiver.answers.push({ status: 302, headers: { location: 'http://169.254.169.254/latest' } })
  await happen(['Led away', 'anomaly:4'])
  expect((await waitForDelivery('failed', 1)).last_result).toContain('redirects')
  receiver.answers.push({ status: 410 })
  await happen(['Gone', 'anomaly:5'])
  await vi.waitFor(
    async () => expect((await kept.client.alerts.channels({})).data).toMatchObject([{ enabled: false }]),
    {
      timeout: 60_000,
    },
  )
  await happen(['No receiver', 'anomaly:6'])
  expect(receiver.received).toHaveLength(2)
})

it('opens one Jira issue for an incident and comments on it, or a new one when the issue was deleted', async () => {
  const keys = ['OPS-1', 'OPS-2']
  const deleted = new Set<string>()
  receiver.defaultAnswer = ({ path }) => {
    if (path.endsWith('/rest/api/3/issue')) return { status: 201, body: JSON.stringify({ key: keys.shift() }) }
    const key = /issue\/(.*)\/comment$/.exec(path)?.[1] ?? ''
    return deleted.has(key)
      ? { status: 404, body: '{"errorMessages":["Issue does not exist"]}' }
      : { status: 201, body: '{}' }
  }
  const { id } = await addChannel({
    kind: 'jira',
    url: `${receiver.url}/`,
    email: 'a@x.com',
    token: 'tok',
    project: 'OPS',
    issue_type: 'Task',
  })
  await addRule(id, { min_severity: 'high' })
  await happen(['A leak', 'anomaly:7'])
  await waitForDelivery('delivered', 1)
  await happen(['The leak grows', 'anomaly:7'])
  expect((await waitForDelivery('delivered', 1)).last_result).toBe('Commented on OPS-1.')
  deleted.add('OPS-1')
  await happen(['And grows', 'anomaly:7'], ['too small', 'anomaly:8', 'low'])
  expect((await waitForDelivery('delivered', 1)).last_result).toBe('Created OPS-2.')
  const [opened] = receiver.received
  expect(opened?.headers.authorization).toBe(`Basic ${Buffer.from('a@x.com:tok').toString('base64')}`)
  expect(opened?.body.fields).toMatchObject({ project: { key: 'OPS' }, issuetype: { name: 'Task' }, summary: 'A leak' })
  expect(receiver.received.map(({ path }) => path)).toEqual([
    '/rest/api/3/issue',
    '/rest/api/3/issue/OPS-1/comment',
    '/rest/api/3/issue/OPS-1/comment',
    '/rest/api/3/issue',
  ])
  receiver.answers.push({
    status: 400,
    body: JSON.stringify({ errors: { issuetype: 'The issue type selected is invalid.' } }),
  })
  const { data } = await kept.client.alerts.testChannel({ id })
  expect(data).toMatchObject({
    status: 'failed',
    kind: 'test',
    last_attempt: { status: 400, sentence: 'Jira rejected it (400): issuetype: The issue type selected is invalid.' },
  })
})

it('does not open a second issue when the response to the first was lost', async () => {
  receiver.defaultAnswer = ({ path }) =>
    path.endsWith('/search/jql') ? { status: 200, body: '{"issues":[{"key":"OPS-9"}]}' } : { status: 500 }
  const { id } = await addChannel({
    kind: 'jira',
    url: receiver.url,
    email: 'a@x.com',
    token: 'tok',
    project: 'OPS',
    issue_type: 'Task',
  })
  await addRule(id)
  await happen(['Lost', 'anomaly:9'])
  await waitForDelivery('waiting', 1)
  clock += 10 * 60_000
  await kept.server.features.alerts.tick()
  expect((await waitForDelivery('delivered', 2)).last_result).toBe('OPS-9 was created by an earlier attempt.')
})

it('formats messages for Slack and Teams, with escaped names', async () => {
  const slack = await addChannel({ kind: 'slack', url: `${receiver.url}/slack` })
  const teams = await addChannel({ kind: 'teams', url: `${receiver.url}/teams` })
  await addRule(slack.id, { channels: [slack.id, teams.id] })
  await happen(['<!channel> [x](http://evil) cost more', 'anomaly:10'])
  const requests = await receiver.until(2)
  const to = (path: string) => requests.find((request) => request.path === path)
  expect(to('/slack')?.body.text).toBe('&lt;!channel&gt; [x](http://evil) cost more')
  const card = to('/teams')?.body.attachments[0]
  expect(card.contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(card.content.body[0].text).toBe('\\<!channel\\> \\[x\\](http://evil) cost more')
  expect(card.content.actions[0].url).toBe(`${kept.url}/anomalies?open=1`)
  receiver.answers.push({ status: 404, body: 'no_service' })
  const { data } = await kept.client.alerts.testChannel({ id: slack.id })
  expect(data.last_attempt).toMatchObject({ ok: false, status: 404, sentence: expect.stringContaining('"no_service"') })
  // Legacy Teams connectors hide a rejection in a 200 response.
  receiver.answers.push({
    status: 200,
    body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413',
  })
  expect((await kept.client.alerts.testChannel({ id: teams.id })).data.last_attempt).toMatchObject({
    ok: false,
    status: 413,
  })
  expect((await kept.client.alerts.testChannel({ id: teams.id })).data).toMatchObject({
    status: 'delivered',
    last_attempt: { ok: true, status: 200 },
  })
})

function rawMails(): string[] {
  const folder = join(kept.server.services.config.dataFolder, 'mail')
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

it('sends emails of one incident as one conversation', async () => {
  const { id } = await addChannel({ kind: 'email', recipients: ['ann@x.com'], to_owners: false })
  await addRule(id)
  await happen(['Storage leaks', 'anomaly:11'])
  await waitForDelivery('delivered', 1)
  await happen(['Storage leaks more', 'anomaly:11'])
  await vi.waitFor(
    async () =>
      expect((await kept.client.alerts.deliveries({ search: 'leaks more', status: 'delivered' })).meta.total).toBe(1),
    { timeout: 60_000 },
  )
  const emails = mailsIn(kept.server.services.config.dataFolder).filter(({ to }) => to === 'ann@x.com')
  expect(emails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Alert: Storage leaks \(/),
    expect.stringMatching(/^Alert: Storage leaks more/),
  ])
  expect((await newest()).last_result).toContain('KEPT_SMTP_URL')
  const [first, second] = rawMails().filter((email) => email.includes('ann@x.com'))
  const header = (email: string | undefined, name: string) =>
    new RegExp(`^${name}: (<.*>)`, 'im').exec(email ?? '')?.[1]
  expect(header(first, 'Message-ID')).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/)
  expect([header(second, 'In-Reply-To'), header(second, 'References')]).toEqual([
    header(first, 'Message-ID'),
    header(first, 'Message-ID'),
  ])
  expect(header(second, 'Message-ID')).not.toBe(header(first, 'Message-ID'))
})

it('sends daily digests, holds back in quiet hours, and lets critical alerts pass when configured', async () => {
  clock = Date.parse('2026-11-24T12:00:00Z')
  const daily = await addChannel(webhookTo('/daily'), {
    ...always,
    digest: { frequency: 'daily', at: '09:00', weekday: 1 },
  })
  await addRule(daily.id)
  await happen(['one', 'anomaly:20'])
  await happen(['two', 'anomaly:21'], ['three', 'anomaly:22'])
  expect(receiver.received).toHaveLength(0)
  const waiting = await newest()
  expect(waiting).toMatchObject({ kind: 'digest', status: 'waiting', next_attempt_at: '2026-11-25T08:00:00.000Z' })
  expect(waiting.events.map(({ title }) => title)).toEqual(['one', 'two', 'three'])
  await happen(['now!', 'anomaly:23', 'critical'])
  const [passed] = await receiver.until(1)
  expect(passed?.body.title).toBe('now!')
  clock = Date.parse('2026-11-25T08:00:01Z')
  await kept.server.features.alerts.tick()
  const [, digest] = await receiver.until(2)
  expect(digest?.body).toMatchObject({
    type: 'digest',
    events: [{ title: 'one' }, { title: 'two' }, { title: 'three' }],
  })
  await expect(
    kept.client.alerts.changeChannel({
      id: daily.id,
      schedule: { ...always, quiet: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }] },
    }),
  ).rejects.toThrow('cover the whole week')
})

it('rejects addresses in private networks, on input and on use', async () => {
  for (const url of [
    'http://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706434/',
    'https://0x0a000001/x',
    'https://[fd00::1]/',
  ])
    await expect(addChannel({ kind: 'webhook', url }), url).rejects.toThrow('is in a private network')
  await expect(addChannel({ kind: 'slack', url: 'ftp://example.com/x' })).rejects.toThrow()
  // A name is resolved when it is used; this one leads to this machine, of which only 127.0.0.1 is allowed.
  const { id } = await addChannel({ kind: 'webhook', url: 'https://localhost.:9/x' })
  const lookup = await kept.client.alerts.testChannel({ id })
  expect(lookup.data).toMatchObject({ status: 'failed', last_attempt: { ok: false, status: null } })
})

it('validates names, owners, and channels of other organizations', async () => {
  const { id } = await addChannel(webhookTo())
  await addRule(id)
  await expect(addRule(id)).rejects.toThrow('There is an alert rule "Everything"')
  await expect(addChannel(webhookTo())).rejects.toThrow('There is a channel "to webhook"')
  await expect(addRule(id, { name: 'Owned', owners: ['other@x.com'] })).rejects.toThrow(
    'is not a member of your organization',
  )
  await expect(kept.otherClient.alerts.addRule({ name: 'Theirs', kinds: ['loop'], channels: [id] })).rejects.toThrow(
    'a channel that does not exist',
  )
  await expect(kept.otherClient.alerts.testChannel({ id })).rejects.toThrow('Channel not found')
  expect((await kept.otherClient.alerts.deliveries({})).data).toEqual([])
  const { data, meta } = await kept.client.alerts.previewRule({ kinds: ['anomaly'], min_severity: 'critical' })
  expect([data.length, meta.total]).toEqual([meta.total, meta.total])
  expect((await kept.client.alerts.previewRule({ kinds: ['budget'] })).meta.total).toBe(0)
})

/** Approvals decided in Slack, against doubles of Slack and of the clouds: signed, linked to a user, once. */
import { createHmac, randomUUID } from 'node:crypto'
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import type { AlertSchedule } from '@kept/domain/alert.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { withoutGracePeriods } from './testing/without-grace-periods.ts'
import { openKept, type TestKept } from './testing.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5'.replaceAll(/[y-z]/g, '0')
const schedule: AlertSchedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
let clock = Date.parse('2026-06-08T09:00:00Z')
let clouds: EmulatedClouds
let slack: Receiver
let kept: TestKept
let asker: TestUser
let second: TestUser
let reader: TestUser
let address: string
beforeAll(async () => {
  clouds = await emulateClouds()
  slack = await openReceiver()
  kept = await openKept(settings, { now: () => new Date(clock) })
  const credentials = clouds.credentials.aws as Record<string, string>
  await kept.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
  await withoutGracePeriods(kept.client)
  asker = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin' })
  second = await createTestUser(kept, { name: 'ben', in: 'own', role: 'admin' })
  reader = await createTestUser(kept, { name: 'cid', in: 'own', role: 'user' })
  const organization = (await asker.client.session.me({})).data.organization.id
  await asker.client.securityPolicies.create({
    ...{ organization, kind: 'approvals', enabled: true },
    settings: { actors: 'permitted', approve_above: { amount: '10', currency: 'USD' } },
  } as never)
  const typed = { kind: 'slack' as const, url: `${slack.url}/services/T1/B1/x`, signing_secret: signingSecret }
  const { data: channel } = await kept.client.alerts.addChannel({ name: 'To Slack', schedule, typed })
  expect(channel.settings).toEqual({ kind: 'slack', buttons: true })
  await kept.client.alerts.addRule({ name: 'Approvals', kinds: ['approval'], channels: [channel.id] })
  address = `${kept.url}/v1/alerts/slack-actions/${organization}/${channel.id}`
}, 180_000)
afterAll(async () => {
  await kept.close()
  slack.close()
  await clouds.close()
})

let count = 0
let approvalId = ''
let volume = ''
beforeEach(async () => {
  count += 1
  clock += 60_000
  slack.received.length = 0
  volume = `vol-${count.toString(16).padStart(17, '0')}`
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: {} } }
  const { database, scope } = kept.world
  const id = await plantVolumeRecommendation(database, scope, { resource_id: volume, seenAt: new Date(clock) })
  const { data } = await asker.client.remediation.actOnRecommendation({ id, step: 'delete' })
  approvalId = data.approval?.id ?? ''
})

const approval = async () => (await asker.client.approvals.list({})).data.find(({ id }) => id === approvalId)
let clicks = 0
/** What Slack shows after the newest click. Each click has an address of its own, so messages of alerts are not mixed in. */
async function answer() {
  const find = () => slack.received.find(({ path }) => path === `/actions/${clicks}`)
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 60_000, interval: 50 })
  return find()?.body
}
const answers = () => slack.received.filter(({ path }) => path.startsWith('/actions/'))

interface Click {
  action?: string
  value?: string
  user?: string
  typed?: string
  secret?: string
  sentMs?: number
  responseUrl?: string
}

async function click({
  action = 'kept_approve',
  user = 'U-BEN',
  secret = signingSecret,
  ...more
}: Click): Promise<Response> {
  clicks += 1
  const payload = {
    type: 'block_actions',
    user: { id: user, username: user.toLowerCase() },
    team: { id: 'T1' },
    response_url: more.responseUrl ?? `${slack.url}/actions/${clicks}`,
    actions: [{ action_id: action, value: more.value ?? approvalId }],
    ...(more.typed !== undefined && { state: { values: { kept_code: { code: { value: more.typed } } } } }),
  }
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const timestamp = String(Math.floor((more.sentMs ?? clock) / 1000))
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signature,
    },
    body,
  })
}

async function link(user: TestUser, slackUser: string): Promise<void> {
  const { data } = await user.client.approvals.createSlackCode({})
  expect((await click({ action: 'kept_link', user: slackUser, typed: data.code.toLowerCase() })).status).toBe(200)
  await answer()
}

describe('an approval in Slack', () => {
  it('has buttons in its message', async () => {
    await kept.server.features.alerts.tick()
    const sent = () => slack.received.find(({ text }) => text.includes(approvalId))
    await vi.waitFor(() => expect(sent()).toBeDefined(), { timeout: 60_000, interval: 50 })
    const message = sent()
    const buttons = message?.body.blocks.find(({ type }: { type: string }) => type === 'actions')
    expect(buttons.elements.map(({ action_id, value }: Record<string, string>) => [action_id, value])).toEqual([
      ['kept_approve', approvalId],
      ['kept_deny', approvalId],
    ])
  })

  it('asks a person it does not know for a code, which is used once', async () => {
    await click({})
    expect(await answer()).toMatchObject({ response_type: 'ephemeral', text: expect.stringContaining('who you are') })
    expect((await approval())?.state).toBe('waiting')
    const { data } = await second.client.approvals.createSlackCode({})
    await click({ action: 'kept_link', typed: data.code })
    expect((await answer()).text).toContain('is linked')
    await click({ action: 'kept_link', typed: data.code, user: 'U-EVE' })
    expect((await answer()).text).toContain('not valid')
    expect((await second.client.approvals.slackLinks({})).data).toMatchObject([{ slack_name: 'u-ben' }])
  })

  it('is approved by a linked user, and carried out', async () => {
    await link(second, 'U-BEN')
    expect((await click({})).status).toBe(200)
    expect(await answer()).toMatchObject({ replace_original: true, text: expect.stringContaining('Approved by') })
    expect(await approval()).toMatchObject({ state: 'approved' })
    await expect.poll(() => clouds.state.volumes).toEqual({})
    // The same click again, as recorded: it was decided.
    await click({})
    expect((await answer()).text).toContain('approved already')
  })

  it('is denied', async () => {
    await click({ action: 'kept_deny' })
    expect((await answer()).text).toContain('Denied by')
    expect(await approval()).toMatchObject({ state: 'rejected' })
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
  })

  it('refuses a forged, an old and a foreign request', async () => {
    expect((await click({ secret: '0'.repeat(32) })).status).toBe(401)
    expect((await click({ sentMs: clock - 6 * 60_000 })).status).toBe(401)
    expect((await click({ sentMs: clock + 6 * 60_000 })).status).toBe(401)
    const unsigned = await fetch(address, { method: 'POST', body: 'payload=%7B%7D' })
    expect(unsigned.status).toBe(401)
    const elsewhere = address.replace(/[^/]+$/, randomUUID())
    expect((await fetch(elsewhere, { method: 'POST', body: '' })).status).toBe(404)
    expect((await approval())?.state).toBe('waiting')
    expect(answers()).toEqual([])
  })

  it('refuses the asker, a user without the permission, and another organization', async () => {
    await link(asker, 'U-ANN')
    await click({ user: 'U-ANN' })
    expect((await answer()).text).toContain('A second person')
    await expect(reader.client.approvals.createSlackCode({})).rejects.toThrow()
    const { data } = await second.client.approvals.createSlackCode({})
    expect(data.code).toMatch(/^[2-9A-Z]{8}$/)
    await click({ value: randomUUID() })
    expect((await answer()).text).toContain('no approval')
    expect((await approval())?.state).toBe('waiting')
  })

  it('refuses a user who has left, or may no longer act', async () => {
    await link(second, 'U-BEN')
    const { database, scope } = kept.world
    const setStatus = (status: 'active' | 'disabled') =>
      database.scoped(scope, (tx) =>
        tx.updateTable('membership').set({ status }).where('user_id', '=', second.userId).execute(),
      )
    await setStatus('disabled')
    await click({})
    expect((await answer()).text).toContain('no longer a member')
    await setStatus('active')
    expect((await approval())?.state).toBe('waiting')
  })

  it('expires', async () => {
    await link(second, 'U-BEN')
    clock += 73 * 3_600_000
    await click({})
    expect((await answer()).text).toContain('expired')
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
    await kept.server.features.autopilot.advance(kept.world.scope)
    asker = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin' })
    second = await createTestUser(kept, { name: 'ben', in: 'own', role: 'admin' })
    expect(await approval()).toMatchObject({ state: 'expired' })
  })

  it('answers only to the host that the channel posts to', async () => {
    const other = await openReceiver()
    await link(second, 'U-BEN')
    await click({ responseUrl: `${other.url}/steal`, action: 'kept_unknown' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(other.received).toEqual([])
    other.close()
  })
})

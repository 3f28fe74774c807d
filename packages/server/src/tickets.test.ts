/** Tickets over HTTP, in doubles of Jira and GitHub: created once, found again, refused, and never for others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { deliverBill, idleAddressBill } from './testing/idle-address-bill.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let receiver: Receiver
let recommendation: string
const clock = Date.parse('2026-11-20T12:00:00Z')
beforeEach(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
  await deliverBill(kept, idleAddressBill(['eip-1']))
  const { data } = await kept.client.costOptimization.recommendations({})
  recommendation = data[0]?.id ?? ''
})
afterEach(async () => {
  await kept.close()
  receiver.close()
})

const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }

async function addChannel(kind: 'jira' | 'github' | 'slack'): Promise<string> {
  const address = { url: `${receiver.url}/${kind}/` }
  const typed = {
    jira: { kind: 'jira', ...address, email: 'a@x.com', token: 'tok', project: 'OPS', issue_type: 'Task' } as const,
    github: { kind: 'github', ...address, token: 'ghp', repository: 'northwind/platform' } as const,
    slack: { kind: 'slack', ...address } as const,
  }[kind]
  const { data } = await kept.client.alerts.addChannel({ name: `to ${kind}`, schedule, typed })
  return data.id
}

function create(channel: string, client = kept.client) {
  const body = 'Idle **address** of @ana.\n\n- Region: us-east-1\n\nEvidence: https://kept.example/savings?r=1'
  const texts = { title: 'Idle address: eip-1', body }
  return client.tickets.createForRecommendation({ id: recommendation, channel_id: channel, ...texts })
}

const endClaims = () =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('ticket')
      .set({ claimed_until: new Date(0) })
      .execute(),
  )

const githubIssue = {
  status: 201,
  body: '{"number":12,"html_url":"https://github.com/northwind/platform/issues/12"}',
}

describe('a ticket in GitHub', () => {
  it('is created with the sealed token, listed with its address, and not created twice', async () => {
    const channel = await addChannel('github')
    receiver.answers.push(githubIssue)
    const { data: ticket } = await create(channel)
    expect(ticket).toMatchObject({
      ...{ tracker: 'github', key: 'northwind/platform#12', title: 'Idle address: eip-1' },
      ...{ url: 'https://github.com/northwind/platform/issues/12', channel: { id: channel, name: 'to github' } },
    })
    expect((await create(channel)).data).toEqual(ticket)
    expect((await kept.client.tickets.ofRecommendation({ id: recommendation })).data).toEqual([ticket])
    const [request, ...more] = receiver.received
    expect(more).toEqual([])
    expect(request).toMatchObject({
      path: '/github/repos/northwind/platform/issues',
      headers: { authorization: 'Bearer ghp', 'x-github-api-version': '2022-11-28' },
      // No mention: a name on a bill must not write to a person.
      body: {
        title: 'Idle address: eip-1',
        body: expect.stringContaining('@\u200bana'),
        labels: ['kept', expect.any(String)],
      },
    })
  })

  it('is found again when the response to the first request was lost', async () => {
    const channel = await addChannel('github')
    receiver.answers.push({ status: 502 })
    await expect(create(channel)).rejects.toThrow('The receiver failed (502)')
    receiver.answers.push({ ...githubIssue, status: 200, body: `[${githubIssue.body}]` })
    expect((await create(channel)).data.key).toBe('northwind/platform#12')
    expect(receiver.received.map(({ path }) => path.replace(/labels=kept-\w+/, 'labels=…'))).toEqual([
      '/github/repos/northwind/platform/issues',
      '/github/repos/northwind/platform/issues?labels=…&state=all&per_page=1',
    ])
  })

  it('says why GitHub refused, and asks again the next time', async () => {
    const channel = await addChannel('github')
    receiver.answers.push({ status: 404, body: '{"message":"Not Found"}' })
    await expect(create(channel)).rejects.toThrow('GitHub did not find the repository (404)')
    expect((await kept.client.tickets.ofRecommendation({ id: recommendation })).data).toEqual([])
    receiver.answers.push(githubIssue)
    expect((await create(channel)).data.key).toBe('northwind/platform#12')
    expect(receiver.received).toHaveLength(2)
  })
})

it('creates one issue for two requests at the same time', async () => {
  const channel = await addChannel('github')
  receiver.defaultAnswer = () => githubIssue
  const results = await Promise.allSettled([create(channel), create(channel)])
  expect(receiver.received).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(String(result.reason)).toContain('is being created')
    else expect(result.value.data.key).toBe('northwind/platform#12')
  }
})

it('asks again after a request that never ended', async () => {
  const channel = await addChannel('github')
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .insertInto('ticket')
      .values({
        ...{ id: '00000000-0000-4000-8000-000000000007', organization_id: kept.world.scope.organizationId },
        ...{ subject_kind: 'recommendation', subject_id: recommendation, channel_id: channel, tracker: 'github' },
        ...{ title: 'x', created_by: 'x', created_at: new Date(clock), claimed_until: new Date(Date.now() + 120_000) },
      })
      .execute(),
  )
  await expect(create(channel)).rejects.toThrow('is being created')
  await endClaims()
  receiver.answers.push({ status: 200, body: '[]' }, githubIssue)
  expect((await create(channel)).data.key).toBe('northwind/platform#12')
})

it('lets a request that answers late take nothing from the one that followed it', async () => {
  const channel = await addChannel('github')
  const [late, later] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
  const waiting = [late, later]
  receiver.defaultAnswer = async () => ({ ...githubIssue, ...(await waiting.shift()?.promise) })
  const first = create(channel)
  first.catch(() => undefined)
  await receiver.until(1)
  await endClaims()
  const second = create(channel)
  second.catch(() => undefined)
  await receiver.until(2)
  late.resolve({ status: 404, body: '{"message":"Not Found"}' })
  await expect(first).rejects.toThrow('GitHub did not find the repository (404)')
  await expect(create(channel)).rejects.toThrow('is being created')
  later.resolve({ status: 200, body: `[${githubIssue.body}]` })
  expect((await second).data.key).toBe('northwind/platform#12')
})

it('creates a Jira issue with its text as a document', async () => {
  const channel = await addChannel('jira')
  receiver.answers.push({ status: 201, body: '{"key":"OPS-7"}' })
  const { data } = await create(channel)
  expect(data).toMatchObject({ tracker: 'jira', key: 'OPS-7', url: `${receiver.url}/jira/browse/OPS-7` })
  const { fields } = receiver.received[0]?.body ?? {}
  expect(fields).toMatchObject({ project: { key: 'OPS' }, issuetype: { name: 'Task' }, summary: 'Idle address: eip-1' })
  expect(fields.description.content).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Idle ' },
        { type: 'text', text: 'address', marks: [{ type: 'strong' }] },
        { type: 'text', text: ' of @ana.' },
      ],
    },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Region: us-east-1' }] }] },
      ],
    },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Evidence: ' },
        {
          type: 'text',
          text: 'https://kept.example/savings?r=1',
          marks: [{ type: 'link', attrs: { href: 'https://kept.example/savings?r=1' } }],
        },
      ],
    },
  ])
})

it('refuses channels that open no issues, unknown subjects, and other organizations', async () => {
  const [slack, github] = [await addChannel('slack'), await addChannel('github')]
  await expect(create(slack)).rejects.toThrow('"to slack" opens no issues')
  await expect(create(github, kept.otherClient)).rejects.toThrow('Recommendation not found')
  await expect(kept.otherClient.tickets.ofRecommendation({ id: recommendation })).rejects.toThrow('not found')
  const none = { id: '00000000-0000-4000-8000-000000000001', channel_id: github, title: 'x', body: 'x' }
  await expect(kept.client.tickets.createForAnomaly(none)).rejects.toThrow('Anomaly not found')
  await kept.client.alerts.changeChannel({ id: github, enabled: false })
  await expect(create(github)).rejects.toThrow('is turned off')
  expect(receiver.received).toEqual([])
})

it('opens and comments on GitHub issues for alerts as well', async () => {
  const channel = await addChannel('github')
  receiver.answers.push(githubIssue)
  const { data } = await kept.client.alerts.testChannel({ id: channel })
  expect(data).toMatchObject({
    status: 'delivered',
    last_attempt: { ok: true, sentence: 'Created northwind/platform#12.' },
  })
})

/**
 * Two processes on one database, of which one has a clock that is an hour off: tickets, pull requests, alerts and
 * reports that one of them works on are not sent by the other one as well. What a dead process left is taken up.
 */
import { claimLeft, deleteClaimable, endClaims } from '@kept/store/testing/claims.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { type FakeGithub, openGithub } from './remediation/testing/github.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { openKept, type TestKept } from './testing.ts'

const hourMs = 3_600_000
const settings = { KEPT_PRIVATE_NETWORKS: '127.0.0.1', KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
const issue = '{"number":12,"html_url":"https://github.com/northwind/platform/issues/12"}'
let right: TestKept
let skewed: TestKept
let receiver: Receiver
let github: FakeGithub
let skewMs = 0
let count = 0
let channels = { github: '', repository: '', slack: '' }
/** Of the running test. */
let recommendation = ''
let release = () => undefined as unknown

beforeAll(async () => {
  receiver = await openReceiver()
  github = await openGithub()
  // Their own timers stand still: the tests decide when a process looks for what is due.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  right = await openKept(settings)
  skewed = await openKept(settings, { now: () => new Date(Date.now() + skewMs), world: right.world })
  vi.useRealTimers()
  const today = new Date(Date.now() - 48 * hourMs).toISOString().slice(0, 10)
  const cost = { BilledCost: '12.5', EffectiveCost: '12.5', BillingCurrency: 'USD', ServiceName: 'Compute' }
  await publishLines(right.world, right.world.scope, 'bill', [lineOn(today, cost)])
  const addChannel = async (name: string, typed: Parameters<TestKept['client']['alerts']['addChannel']>[0]['typed']) =>
    (await right.client.alerts.addChannel({ name, schedule, typed })).data.id
  const { url } = receiver
  channels = {
    github: await addChannel('issues', {
      kind: 'github',
      url: `${url}/`,
      token: 't',
      repository: 'northwind/platform',
    }),
    repository: await addChannel('files', {
      ...{ kind: 'github', url: github.url, token: 'ghp', repository: 'northwind/infrastructure' },
    }),
    slack: await addChannel('messages', { kind: 'slack', url: `${url}/hook` }),
  }
})
afterAll(async () => {
  await skewed.close()
  await right.close()
  receiver.close()
  github.close()
})

beforeEach(async () => {
  count += 1
  const { database, scope } = right.world
  const resource_id = `vol-${count.toString(16).padStart(17, '0')}`
  const seenAt = new Date(Date.now() - 2 * hourMs)
  recommendation = await plantVolumeRecommendation(database, scope, { resource_id, tags: { Name: 'scratch' }, seenAt })
  for (const { lease } of works) await deleteClaimable(database, scope, lease)
  await database.scoped(scope, (tx) => tx.deleteFrom('saved_report').execute())
  receiver.received.length = 0
  github.requests.length = 0
  github.pulls.length = 0
  github.push('main', {
    'main.tf': 'resource "aws_ebs_volume" "x" {\n  size = 200\n  tags = { Name = "scratch" }\n}\n',
  })
  holdFirst()
})

/** The first answer, also of the other double, waits until `release`: the process that waits for it is at work, or dead. */
function holdFirst(): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const releaseGithub = github.hold(/POST \/pulls/)
  let isFirst = true
  receiver.defaultAnswer = async ({ path }) => {
    if (isFirst) {
      isFirst = false
      await promise
    }
    if (path.includes('/issues?')) return { status: 200, body: `[${issue}]` }
    return path.endsWith('/issues') ? { status: 201, body: issue } : { status: 200, body: 'ok' }
  }
  release = () => {
    releaseGithub()
    resolve()
  }
}

const createTicket = ({ client }: TestKept) =>
  client.tickets.createForRecommendation({ id: recommendation, channel_id: channels.github, title: 'x', body: 'x' })
const propose = ({ client }: TestKept) =>
  client.remediation.proposePullRequest({ id: recommendation, step: 'delete', channel_id: channels.repository })

/** Saves a report whose time has come, by every clock. */
async function makeReportDue(): Promise<void> {
  const period = { kind: 'named', name: 'last_7_days' } as const
  const { data } = await right.client.savedReports.create({
    ...{ name: `Report ${count}`, description: '', filters: [], currency: null, shared: true, period },
    sections: [
      {
        ...{ kind: 'costs', title: 'Total spend', view: 'total', measure: 'effective', group_by: [], grain: null },
        ...{ top: 5, compare: null, filters: [] },
      },
    ],
  })
  await right.client.savedReports.setSchedule({
    ...{ id: data.id, frequency: 'daily', time: '08:00', time_zone: 'UTC', weekday: 1, day_of_month: 1 },
    ...{ formats: ['csv'], enabled: true, recipients: [], channels: [channels.slack] },
  })
  await right.world.database.scoped(right.world.scope, (tx) =>
    tx
      .updateTable('saved_report')
      .set({ next_run_at: new Date(Date.now() - 2 * hourMs) })
      .where('id', '=', data.id)
      .execute(),
  )
}

const works = [
  {
    name: 'a ticket',
    lease: { table: 'ticket', column: 'claimed_until' },
    start: createTicket,
    whileAtWork: (process: TestKept) => expect(createTicket(process)).rejects.toThrow('is being created'),
    // It asks for the issue that the dead process may have opened.
    afterDeath: async (process: TestKept) => expect((await createTicket(process)).data.key).toMatch(/#12$/),
    sent: () => receiver.received.filter(({ path }) => path.endsWith('/issues')).length,
    sentAfterDeath: 1,
  },
  {
    name: 'a pull request',
    lease: { table: 'pull_request', column: 'claimed_until' },
    start: propose,
    whileAtWork: (process: TestKept) => expect(propose(process)).rejects.toThrow('is being opened'),
    afterDeath: async (process: TestKept) => expect((await propose(process)).data.pull_request?.number).toBe(7),
    sent: () => github.requests.filter((request) => request === 'POST /pulls').length,
    sentAfterDeath: 1,
  },
  {
    name: 'an alert',
    lease: { table: 'alert_delivery', column: 'claimed_until' },
    start: ({ client }: TestKept) => client.alerts.testChannel({ id: channels.slack }),
    whileAtWork: ({ server }: TestKept) => server.features.alerts.tick(),
    afterDeath: async ({ server }: TestKept) => {
      await server.features.alerts.tick()
      await receiver.until(2)
    },
    sent: () => receiver.received.length,
    // Under one ID, by which a receiver drops the second one.
    sentAfterDeath: 2,
  },
  {
    name: 'a report',
    lease: { table: 'report_delivery', column: 'next_attempt_at' },
    start: async ({ server }: TestKept) => {
      await makeReportDue()
      await server.features.reports.tick()
    },
    whileAtWork: ({ server }: TestKept) => server.features.reports.tick(),
    afterDeath: ({ server }: TestKept) => server.features.reports.tick(),
    sent: () => receiver.received.length,
    sentAfterDeath: 2,
  },
]
type Work = (typeof works)[number]

/** How long the process still has it. */
const leaseOf = ({ lease }: Work) => claimLeft(right.world.database, right.world.scope, lease)
/** As if its process had died a while ago. */
const endLease = ({ lease }: Work) => endClaims(right.world.database, right.world.scope, lease)

/** Resolves once the receiver has its message. */
async function begin(work: Work, process: TestKept): Promise<Promise<unknown>[]> {
  const running = work.start(process)
  running.catch(() => undefined)
  await expect.poll(work.sent, { timeout: 20_000 }).toBe(1)
  return [running]
}

const cases = [
  { name: 'a process that is an hour ahead takes nothing from one that is right', skew: hourMs, worker: () => right },
  { name: 'a process that is an hour behind loses nothing to one that is right', skew: -hourMs, worker: () => skewed },
]

describe.each(cases)('$name', ({ skew, worker }) => {
  it.each(works)('of $name', async (work) => {
    skewMs = skew
    const running = await begin(work, worker())
    const lease = await leaseOf(work)
    await work.whileAtWork(worker() === right ? skewed : right)
    expect((await leaseOf(work))?.until).toBe(lease?.until)
    release()
    await Promise.all(running)
    expect(work.sent()).toBe(1)
  })
})

describe.each([hourMs, -hourMs])('a process whose clock is %i ms off', (skew) => {
  it.each(works)('takes up $name that a dead process left', async (work) => {
    skewMs = skew
    const running = await begin(work, right)
    await endLease(work)
    await work.afterDeath(skewed)
    expect(work.sent()).toBe(work.sentAfterDeath)
    // The process was only slow: its late answer changes nothing.
    release()
    await Promise.allSettled(running)
  })

  it.each(works)('has $name for minutes only, so that another one takes it up when it dies', async (work) => {
    skewMs = skew
    const running = await begin(work, skewed)
    const leftMs = (await leaseOf(work))?.leftMs ?? 0
    expect(leftMs).toBeGreaterThan(60_000)
    expect(leftMs).toBeLessThanOrEqual(300_000)
    release()
    await Promise.all(running)
  })

  it('calculates a report that a dead process had begun, and none that is being calculated', async () => {
    skewMs = skew
    await makeReportDue()
    release()
    await right.server.features.reports.tick()
    const setRun = (leaseMs: number) =>
      right.world.database.scoped(right.world.scope, (tx) =>
        tx
          .updateTable('report_run')
          .set({ status: 'running', next_attempt_at: new Date(Date.now() + leaseMs) })
          .returning('attempts')
          .execute(),
      )
    const attempts = async () =>
      (
        await right.world.database.scoped(right.world.scope, (tx) =>
          tx.selectFrom('report_run').select(['status', 'attempts']).execute(),
        )
      ).map(({ status, attempts: n }) => `${status} ${n}`)
    const before = (await setRun(60_000)).map(({ attempts: n }) => n)
    await skewed.server.features.reports.tick()
    expect(await attempts()).toEqual(before.map((n) => `running ${n}`))
    await setRun(-1_000)
    await skewed.server.features.reports.tick()
    expect((await attempts()).toSorted()).toEqual(before.map((n) => `finished ${n + 1}`).toSorted())
  })
})

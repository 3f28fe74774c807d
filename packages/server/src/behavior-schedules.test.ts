/** An applied schedule: the cloud follows it, users add exceptions, the ledger records it, and it is removed. */

import { createKeptClient } from '@kept/contract/testing/client.ts'
import { behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import { billLines, eventLines } from '@kept/scenarios/behavior/world-files.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { takeIn } from './behavior/ingest-events.ts'
import { behaviorSwitchJob } from './behavior/switch-job.ts'
import { withNamesForOwner } from './behavior/whose.ts'
import { deliver } from './imports/testing/deliver.ts'
import { pseudonymOf } from './platform/pseudonym.ts'
import { type FakeCloud, fakeCloud } from './testing/fake-cloud.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const world = behaviorWorld({ seed: 'hours', firstDay: '2026-09-01', days: 63, environmentsPerTeam: 1, noisy: false })
/** A Tuesday after the last day of the bill. */
let clock = new Date('2026-11-03T08:00:00Z')
let kept: TestKept
let cloud: FakeCloud
/** An environment with a schedule. */
let id = ''

beforeAll(async () => {
  kept = await openKept({}, { now: () => clock })
  await deliver(kept, [...billLines(world)].join('\n'), 'dev.csv')
  const teams = world.teams.map((team) => ({ ...team, calendar: { ...team.calendar, country: '' } }))
  await kept.client.developerBehavior.putSettings({ retention_days: 400, teams, targets: {} })
  await takeIn(kept.server.services, kept.world.scope, 'events', [`${[...eventLines(world)].join('\n')}\n`])
  const { data } = await kept.client.developerBehavior.analyze({})
  await vi.waitFor(
    async () => expect((await kept.client.developerBehavior.analysis({ id: data.id })).data.status).toBe('done'),
    { interval: 50, timeout: 90_000 },
  )
  const { data: recommendations } = await kept.client.developerBehavior.recommendations({ window: '30d' })
  id = recommendations.find(({ type }) => type === 'auto_shutdown')?.affected_environments[0] ?? ''
  cloud = fakeCloud(world.facts.map((environment) => environment.environment_id))
  kept.server.services.remedies = () => cloud
})
afterAll(() => kept.close())

const round = () => behaviorSwitchJob.run({}, kept.server.services, new AbortController().signal, { last: true })
const managed = async () =>
  (await kept.client.behaviorSchedules.list({})).data.find((schedule) => schedule.environment_id === id)
const copies = () => cloud.running.get(id)
/** Advances to the next change of the applied schedule, and runs the next round. */
async function toNextChange() {
  const next = (await managed())?.next_change
  if (!next) throw new Error('nothing changes any more')
  clock = new Date(next.at)
  await round()
  return next.desired_state
}
async function toNext(state: 'on' | 'off') {
  while ((await toNextChange()) !== state);
}
const inHours = (hours: number) => new Date(clock.getTime() + hours * 3_600_000).toISOString()

it('shows a dry run, and changes nothing', async () => {
  const { data } = await kept.client.developerBehavior.optimize({ id, plan: true })
  expect(data).toMatchObject({ managed: null, access: { by_kept: true, skip_reasons: '' } })
  expect(data.access.scripts[0]).toMatchObject({ stop: { run: `stop ${id}` }, start: { run: `start ${id}` } })
  expect(data.plan).toEqual([
    {
      resource: expect.any(String),
      description: `stop ${id}`,
      undo_description: `undo stop ${id}`,
      requests: [{ method: 'PATCH', url: `https://cluster.example.com/${id}` }],
      permissions: ['deployments/scale'],
    },
  ])
  expect(data.if_applied?.next_change).not.toBeNull()
  expect([copies(), cloud.requests]).toEqual([2, []])
})

it('shows the names of interrupted users to the owner only', async () => {
  const { data } = await kept.client.developerBehavior.optimize({ id })
  if (!data.recommendation) throw new Error('there is no schedule')
  const { services } = kept.server
  const { scope } = kept.world
  const ada = await createTestUser(kept, { name: 'ada', in: 'own' })
  const users = [pseudonymOf(services.secrets, scope)(ada.email), 'person-0000000000000000']
  const { backtest } = data.recommendation
  const waited = { start_time: '2026-10-01T20:00:00Z', end_time: '2026-10-01T21:00:00Z', users }
  const recommendation = { ...data.recommendation, backtest: { ...backtest, interruptions: [waited] } }
  const seenBy = async (email: string, owner: string) => {
    const { data: me } = await ada.client.session.me({})
    const person = { id: '', email, email_verified: true, full_name: '', session_id: '', demo: false }
    const context = { services, scope, person, me: { ...me, user: { ...me.user, email, full_name: '' } } }
    const named = await withNamesForOwner(context, { owner }, recommendation)
    return named.backtest.interruptions[0]?.users
  }
  expect(await seenBy('bob@example.com', 'BOB@example.com')).toEqual(['ada', users[1]])
  expect(await seenBy('bob@example.com', 'bob')).toEqual(['ada', users[1]])
  expect(await seenBy('bob@example.com', 'carol')).toEqual(users)
  expect(await seenBy('bob@example.com', '')).toEqual(users)
})

it('rejects users who may only read, and actions that Kept has no permission for', async () => {
  const reader = await createTestUser(kept, { name: 'reader', in: 'own', role: 'billing_admin' })
  expect((await reader.client.developerBehavior.optimize({ id })).data.recommendation).not.toBeNull()
  for (const request of [{ plan: true }, { apply: 'kept' as const }, { apply: 'by_hand' as const }]) {
    await expect(reader.client.developerBehavior.optimize({ id, ...request })).rejects.toMatchObject({ status: 403 })
  }
  cloud.skipReasons = 'Its connection is read-only.'
  await expect(kept.client.developerBehavior.optimize({ id, apply: 'kept' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Kept can't start or stop .*: Its connection is read-only\.$/),
  })
  expect((await kept.client.developerBehavior.optimize({ id })).data.access).toMatchObject({
    by_kept: false,
    skip_reasons: 'Its connection is read-only.',
  })
  cloud.skipReasons = ''
  expect(await managed()).toBeUndefined()
})

it('applied: the hours are followed, and the ledger has an action that waits for the bill', async () => {
  const { data } = await kept.client.developerBehavior.optimize({ id, apply: 'kept' })
  expect(data.managed).toMatchObject({ switched_by: 'kept', failure_reason: '', reached: data.managed?.desired_state })
  const { data: actions } = await kept.client.savings.actions({})
  expect(data.managed?.actions).toMatchObject([{ state: 'waiting' }])
  expect(actions.find((action) => action.id === data.managed?.actions[0]?.id)).toMatchObject({
    state: 'waiting',
    resource_id: id,
    kind: 'schedule',
  })
  for (let change = 0; change < 6; change += 1) {
    const state = await toNextChange()
    expect(await managed()).toMatchObject({ reached: state, desired_state: state, failure_reason: '' })
    // As many copies as before.
    expect(copies()).toBe(state === 'on' ? 2 : 0)
  }
  const requestCount = cloud.requests.length
  await round()
  expect(cloud.requests).toHaveLength(requestCount)
})

it('leaves a manually started environment running until the next stop', async () => {
  await toNext('off')
  cloud.running.set(id, 3)
  clock = new Date(clock.getTime() + 30 * 60_000)
  await round()
  expect(copies()).toBe(3)
  await toNext('off')
  expect(copies()).toBe(0)
})

it('starts on demand, and stops when the time is over', async () => {
  // The start before this stop found three copies, which are restored.
  const { data } = await kept.client.behaviorSchedules.start({ id, hours: 2, reason: 'a fire' })
  expect(data).toMatchObject({
    desired_state: 'on',
    reached: 'on',
    exceptions: [{ kind: 'keep_on', reason: 'a fire' }],
  })
  expect(copies()).toBe(3)
  clock = new Date(inHours(1))
  await round()
  expect(copies()).toBe(3)
  clock = new Date(inHours(1))
  await round()
  expect([copies(), (await managed())?.exceptions]).toEqual([0, []])
})

it('pauses for an exception, stays off for another, and follows the hours again after their removal', async () => {
  await kept.client.behaviorSchedules.addException({
    id,
    kind: 'snooze',
    start_time: clock.toISOString(),
    end_time: inHours(24),
    reason: '',
  })
  // Started first: it was off.
  expect(copies()).toBe(3)
  cloud.running.set(id, 2)
  clock = new Date(inHours(12))
  await round()
  expect([copies(), (await managed())?.desired_state]).toEqual([2, 'unmanaged'])
  clock = new Date(inHours(12))
  await round()
  expect(copies()).toBe((await managed())?.desired_state === 'on' ? 2 : 0)
  await toNext('on')
  const exception = {
    id,
    kind: 'keep_off' as const,
    start_time: clock.toISOString(),
    end_time: inHours(200),
    reason: 'a holiday',
  }
  const { data } = await kept.client.behaviorSchedules.addException(exception)
  expect([data.desired_state, copies()]).toEqual(['off', 0])
  const { data: current } = await kept.client.behaviorSchedules.removeException({
    id,
    exception: data.exceptions[0]?.id ?? '',
  })
  expect([current.desired_state, current.exceptions, copies()]).toEqual(['on', [], 2])
})

it('reports a rejection of the cloud once, and retries until it succeeds', async () => {
  cloud.refusal = 'The cluster does not answer.'
  await toNext('off')
  for (const minutes of [5, 10]) {
    clock = new Date(clock.getTime() + minutes * 60_000)
    await round()
  }
  const schedule = await managed()
  expect(schedule).toMatchObject({
    reached: 'on',
    desired_state: 'off',
    failure_reason: expect.stringMatching(/does not answer\.$/),
  })
  expect(schedule?.switches.filter(({ done }) => !done)).toHaveLength(1)
  expect(copies()).toBe(2)
  cloud.refusal = ''
  clock = new Date(clock.getTime() + 5 * 60_000)
  await round()
  expect([copies(), (await managed())?.failure_reason]).toEqual([0, ''])
})

it('explains an invalid exception, and an environment without a schedule', async () => {
  const exception = { id, kind: 'snooze' as const, reason: '' }
  const now = clock.toISOString()
  await expect(
    kept.client.behaviorSchedules.addException({ ...exception, start_time: now, end_time: now }),
  ).rejects.toThrow(/end after it starts/)
  await expect(
    kept.client.behaviorSchedules.addException({ ...exception, start_time: inHours(-48), end_time: inHours(-24) }),
  ).rejects.toThrow(/in the future/)
  await expect(
    kept.client.behaviorSchedules.addException({ ...exception, start_time: now, end_time: inHours(24 * 400) }),
  ).rejects.toThrow(/up to one year/)
  await expect(kept.client.behaviorSchedules.start({ id: 'unknown' })).rejects.toThrow(/has no active schedule/)
  await expect(kept.otherClient.behaviorSchedules.start({ id })).rejects.toMatchObject({ status: 404 })
  await expect(kept.otherClient.behaviorSchedules.undo({ id })).rejects.toMatchObject({ status: 404 })
  expect((await kept.otherClient.behaviorSchedules.list({})).data).toEqual([])
})

it('is changed only by admins where a policy says so; everyone who may starts what it stopped', async () => {
  // A session ends as the clock moves on.
  const signedIn = async () => (await createTestUser(kept, { name: 'pat', in: 'own', role: 'user' })).client
  const { data: policy } = await kept.client.securityPolicies.create({
    ...{ organization: 'own', kind: 'approvals', enabled: true },
    settings: { actors: 'admins', approve_above: { amount: '500', currency: 'USD' } },
  })
  await toNext('on')
  const requestCount = cloud.requests.length
  const keepOff = { id, kind: 'keep_off' as const, start_time: clock.toISOString(), end_time: inHours(2), reason: '' }
  const { behaviorSchedules, developerBehavior } = await signedIn()
  for (const change of [
    () => developerBehavior.optimize({ id, apply: 'kept' }),
    () => behaviorSchedules.addException(keepOff),
    () => behaviorSchedules.removeException({ id, exception: '00000000-0000-4000-8000-000000000000' }),
    () => behaviorSchedules.undo({ id }),
  ])
    await expect(change()).rejects.toThrow('Only admins may change resources in this organization.')
  expect([cloud.requests.length, copies()]).toEqual([requestCount, 2])
  await toNext('off')
  const { data } = await (await signedIn()).behaviorSchedules.start({ id, hours: 1, reason: '' })
  expect(data.reached).toBe('on')
  await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  await toNext('off')
})

/** A session ends as the clock moves on. */
async function signInTwo() {
  const [pat, quin] = await Promise.all(
    ['pat', 'quin'].map((name) => createTestUser(kept, { name, in: 'own', role: 'user' })),
  )
  if (!pat || !quin) throw new Error('no users')
  return { pat: pat.client, quin: quin.client }
}
const demandSecondPerson = async () =>
  (
    await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: { actors: 'permitted', approve_above: { amount: '0', currency: 'USD' } },
    })
  ).data

it('kept off only after a second person approved, where a policy says so; never hindered from starting', async () => {
  const policy = await demandSecondPerson()
  await toNext('on')
  const { pat, quin } = await signInTwo()
  const keepOff = { id, kind: 'keep_off' as const, start_time: clock.toISOString(), end_time: inHours(2), reason: '' }
  const { data: requested } = await pat.behaviorSchedules.addException(keepOff)
  expect(requested).toMatchObject({
    reached: 'on',
    approval: { state: 'waiting', subject: 'environment', subject_id: id },
  })
  expect((await pat.developerBehavior.optimize({ id })).data.approval?.id).toBe(requested.approval?.id)
  const exceptionCount = (await managed())?.exceptions.length
  await expect(pat.behaviorSchedules.addException(keepOff)).rejects.toThrow('waits for an approval already')
  await expect(pat.behaviorSchedules.addException({ ...keepOff, end_time: inHours(-1) })).rejects.toThrow('must end')
  const approve = { id: requested.approval?.id ?? '', decision: 'approve' } as const
  await expect(pat.approvals.decide(approve)).rejects.toThrow('A second person has to decide')
  await round()
  expect([copies(), (await managed())?.exceptions.length]).toEqual([2, exceptionCount])
  expect((await quin.approvals.decide(approve)).data).toMatchObject({ state: 'approved', failure_reason: '' })
  expect(copies()).toBe(0)
  expect((await managed())?.exceptions.at(-1)).toMatchObject({ kind: 'keep_off', created_by: 'pat, approved: quin' })
  const { data: started } = await pat.behaviorSchedules.start({ id, hours: 3, reason: '' })
  expect([started.approval, copies()]).toEqual([null, 2])
  await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  await toNext('off')
})

it('removed: the previous state is restored, and an action that never counted is withdrawn', async () => {
  const before = await managed()
  const { data } = await kept.client.behaviorSchedules.undo({ id })
  expect(data.messages).toEqual([`${id} has 2 copies again.`])
  expect([copies(), await managed()]).toEqual([2, undefined])
  const { data: actions } = await kept.client.savings.actions({})
  expect(actions.find((action) => action.id === before?.actions[0]?.id)).toMatchObject({ state: 'withdrawn' })
  await round()
  expect(copies()).toBe(2)
})

it('applied exactly as it was asked for, once a second person approved', async () => {
  const policy = await demandSecondPerson()
  const { pat, quin } = await signInTwo()
  const requestCount = cloud.requests.length
  const { data: first } = await pat.developerBehavior.optimize({ id, apply: 'kept' })
  expect(first).toMatchObject({ managed: null, approval: { state: 'waiting', asker_name: 'pat' } })
  expect(first.approval_reason).toBe('It changes more than $0.00 a month, so a second person approves.')
  await quin.approvals.decide({ id: first.approval?.id ?? '', decision: 'reject', note: 'Not this week' })
  await round()
  expect([await managed(), cloud.requests.length]).toEqual([undefined, requestCount])
  const { data: second } = await pat.developerBehavior.optimize({ id, apply: 'kept' })
  const decided = await quin.approvals.decide({ id: second.approval?.id ?? '', decision: 'approve' })
  expect(decided.data).toMatchObject({ state: 'approved', failure_reason: '' })
  expect(await managed()).toMatchObject({ applied_by: 'pat, approved: quin', actions: [{ state: 'waiting' }] })
  // What brings it back waits for no one.
  await pat.behaviorSchedules.undo({ id })
  expect([copies(), await managed()]).toEqual([2, undefined])
  await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
})

it('run by other tools, it counts in the ledger, and Kept leaves the cloud alone', async () => {
  cloud.skipReasons = 'Its connection is read-only.'
  const requestCount = cloud.requests.length
  const { data } = await kept.client.developerBehavior.optimize({ id, apply: 'by_hand' })
  expect(data.managed).toMatchObject({ switched_by: 'by_hand', actions: [{ state: 'waiting' }] })
  await toNext('off')
  expect(cloud.requests).toHaveLength(requestCount)
  await expect(kept.client.behaviorSchedules.start({ id })).rejects.toThrow(/doesn.t run this schedule/)
  expect((await kept.client.behaviorSchedules.undo({ id })).data.messages).toEqual([
    expect.stringMatching(/^Also remove the schedule/),
  ])
})

it('calls a recommendation automated only while Kept may switch all of its resources', async () => {
  const schedules = async () => {
    const { data } = await kept.client.developerBehavior.recommendations({ window: '30d' })
    return data.filter(({ type }) => type === 'auto_shutdown')
  }
  cloud.skipReasons = ''
  expect((await schedules())[0]).toMatchObject({ automated: true, implementation_effort: 'low' })
  const { opportunities } = (await kept.client.developerBehavior.overview({ window: '30d' })).data
  expect(opportunities.find(({ type }) => type === 'auto_shutdown')?.automated).toBe(true)
  cloud.skipReasons = 'Its connection is read-only.'
  const readOnly = await schedules()
  cloud.skipReasons = ''
  expect(readOnly.length).toBeGreaterThan(0)
  expect(readOnly.every(({ automated }) => automated)).toBe(false)
  expect(readOnly[0]?.implementation_effort).not.toBe('low')
})

it('stops nothing while the kill switch is on, and starts what it stopped when it is handed over', async () => {
  await kept.client.developerBehavior.optimize({ id, apply: 'kept' })
  await toNext('on')
  await kept.client.autopilot.stop({ reason: 'a fire' })
  await toNext('off')
  expect(await managed()).toMatchObject({ reached: 'on', failure_reason: expect.stringContaining('the kill switch') })
  expect(copies()).toBe(2)
  const keepOff = { id, kind: 'keep_off' as const, start_time: clock.toISOString(), end_time: inHours(2), reason: '' }
  await expect(kept.client.behaviorSchedules.addException(keepOff)).rejects.toThrow('the kill switch')
  await expect(kept.client.developerBehavior.optimize({ id, apply: 'kept' })).rejects.toThrow('the kill switch')
  await kept.client.autopilot.resume({})
  await round()
  expect([copies(), (await managed())?.failure_reason]).toEqual([0, ''])
  await kept.client.developerBehavior.optimize({ id, apply: 'by_hand' })
  expect([copies(), (await managed())?.switched_by]).toEqual([2, 'by_hand'])
  // What their own tools stopped is not started when the schedule is removed.
  cloud.running.set(id, 0)
  await kept.client.behaviorSchedules.undo({ id })
  expect(copies()).toBe(0)
  cloud.running.set(id, 2)
})

it('is approved by a person, or by a key that may carry out changes, and only while the asker may still ask', async () => {
  const policy = await demandSecondPerson()
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const pat = await createTestUser(kept, { name: 'pat', in: 'own', role: 'user' })
  const { data } = await pat.client.developerBehavior.optimize({ id, apply: 'kept' })
  const approve = { id: data.approval?.id ?? '', decision: 'approve' } as const
  const { data: key } = await admin.client.apiKeys.create({
    name: 'CI',
    scopes: ['recommendations:read', 'behavior:write'],
  })
  const ci = createKeptClient({ url: kept.url, headers: () => ({ authorization: `Bearer ${key.key}` }) })
  await expect(ci.approvals.decide(approve)).rejects.toThrow('needs the scope recommendations:act')
  await admin.client.users.remove({ id: pat.userId })
  await expect(admin.client.approvals.decide(approve)).rejects.toThrow('pat is no longer a member who may do this')
  await admin.client.approvals.decide({ ...approve, decision: 'reject' })
  expect(await managed()).toBeUndefined()
  await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
})

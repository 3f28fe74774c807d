/** A schedule switched on: the cloud follows it, people change it for a while, the ledger knows, and it is taken back. */
import { behaviourWorld } from '@kept/scenarios/behaviour/behaviour-world.ts'
import { billLines, eventLines } from '@kept/scenarios/behaviour/world-files.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pseudonymOf } from './behaviour/pseudonym.ts'
import { behaviourSwitchJob } from './behaviour/switch-job.ts'
import { takeIn } from './behaviour/take-in.ts'
import { withNamesForOwner } from './behaviour/whose.ts'
import { deliver } from './ingest/testing/deliver.ts'
import { type FakeCloud, fakeCloud } from './testing/fake-cloud.ts'
import { be } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const world = behaviourWorld({ seed: 'hours', firstDay: '2026-09-01', days: 63, environmentsPerTeam: 1, noisy: false })
/** A Tuesday after the last day of the bill. */
let at = new Date('2026-11-03T08:00:00Z')
let kept: TestKept
let cloud: FakeCloud
/** An environment with a schedule. */
let id = ''

beforeAll(async () => {
  kept = await openKept({}, { now: () => at })
  await deliver(kept, [...billLines(world)].join('\n'), 'dev.csv')
  const teams = world.teams.map((team) => ({ ...team, calendar: { ...team.calendar, country: '' } }))
  await kept.own.developerBehavior.putSettings({ retention_days: 400, teams, targets: {} })
  await takeIn(kept.server.services, kept.world.scope, 'events', [`${[...eventLines(world)].join('\n')}\n`])
  const { data } = await kept.own.developerBehavior.analyse({})
  await vi.waitFor(
    async () => expect((await kept.own.developerBehavior.analysis({ id: data.id })).data.status).toBe('done'),
    { interval: 50, timeout: 90_000 },
  )
  const { data: found } = await kept.own.developerBehavior.recommendations({ window: '30d' })
  id = found.find(({ type }) => type === 'auto_shutdown')?.affected_environments[0] ?? ''
  cloud = fakeCloud(world.facts.map((one) => one.environment_id))
  kept.server.services.remedies = () => cloud
})
afterAll(() => kept.close())

const round = () => behaviourSwitchJob.run({}, kept.server.services, new AbortController().signal, { last: true })
const managed = async () => (await kept.own.behaviorSchedules.list({})).data.find((one) => one.environment_id === id)
const copies = () => cloud.running.get(id)
/** To the next instant at which the schedule in force wants something else, and the round after it. */
async function toNextChange() {
  const next = (await managed())?.next_change
  if (!next) throw new Error('nothing changes any more')
  at = new Date(next.at)
  await round()
  return next.wanted
}
async function toNext(wanted: 'on' | 'off') {
  while ((await toNextChange()) !== wanted);
}
const inHours = (hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString()

it('shows what it would do, and does nothing', async () => {
  const { data } = await kept.own.developerBehavior.optimize({ id, plan: true })
  expect(data).toMatchObject({ managed: null, access: { by_kept: true, why_not: '' } })
  expect(data.access.scripts[0]).toMatchObject({ stop: { run: `stop ${id}` }, start: { run: `start ${id}` } })
  expect(data.plan).toEqual([
    {
      resource: expect.any(String),
      words: `stop ${id}`,
      undo_words: `undo stop ${id}`,
      requests: [{ method: 'PATCH', url: `https://cluster.example.com/${id}` }],
      permissions: ['deployments/scale'],
    },
  ])
  expect(data.if_applied?.next_change).not.toBeNull()
  expect([copies(), cloud.asked]).toEqual([2, []])
})

it('tells the owner alone by name whom it would have kept waiting', async () => {
  const { data } = await kept.own.developerBehavior.optimize({ id })
  if (!data.recommendation) throw new Error('there is no schedule')
  const { services } = kept.server
  const { scope } = kept.world
  const ada = await be(kept, { name: 'ada', in: 'own' })
  const users = [pseudonymOf(services.secrets, scope)(ada.email), 'person-0000000000000000']
  const { backtest } = data.recommendation
  const waited = { from: '2026-10-01T20:00:00Z', to: '2026-10-01T21:00:00Z', users }
  const recommendation = { ...data.recommendation, backtest: { ...backtest, interruptions: [waited] } }
  const seenBy = async (email: string, owner: string) => {
    const { data: me } = await ada.client.session.me({})
    const person = { id: '', email, email_verified: true, full_name: '', session_id: '', demo: false }
    const context = { services, scope, person, me: { ...me, user: { ...me.user, email, full_name: '' } } }
    const seen = await withNamesForOwner(context, { owner }, recommendation)
    return seen.backtest.interruptions[0]?.users
  }
  expect(await seenBy('bob@example.com', 'BOB@example.com')).toEqual(['ada', users[1]])
  expect(await seenBy('bob@example.com', 'bob')).toEqual(['ada', users[1]])
  expect(await seenBy('bob@example.com', 'carol')).toEqual(users)
  expect(await seenBy('bob@example.com', '')).toEqual(users)
})

it('lets nobody switch who may only read, and Kept nothing it has no right to', async () => {
  const reader = await be(kept, { name: 'reader', in: 'own', role: 'billing_admin' })
  expect((await reader.client.developerBehavior.optimize({ id })).data.recommendation).not.toBeNull()
  for (const asked of [{ plan: true }, { apply: 'kept' as const }, { apply: 'by_hand' as const }]) {
    await expect(reader.client.developerBehavior.optimize({ id, ...asked })).rejects.toMatchObject({ status: 403 })
  }
  cloud.whyNot = 'Its connection is read-only.'
  await expect(kept.own.developerBehavior.optimize({ id, apply: 'kept' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Kept cannot switch .*: Its connection is read-only\.$/),
  })
  expect((await kept.own.developerBehavior.optimize({ id })).data.access).toMatchObject({
    by_kept: false,
    why_not: 'Its connection is read-only.',
  })
  cloud.whyNot = ''
  expect(await managed()).toBeUndefined()
})

it('switched on: the hours are followed, and the ledger has an action that waits for the bill', async () => {
  const { data } = await kept.own.developerBehavior.optimize({ id, apply: 'kept' })
  expect(data.managed).toMatchObject({ switched_by: 'kept', trouble: '', reached: data.managed?.wanted })
  const { data: actions } = await kept.own.savings.actions({})
  expect(data.managed?.actions).toMatchObject([{ state: 'waiting' }])
  expect(actions.find((action) => action.id === data.managed?.actions[0]?.id)).toMatchObject({
    state: 'waiting',
    resource_id: id,
    kind: 'schedule',
  })
  for (let change = 0; change < 6; change += 1) {
    const wanted = await toNextChange()
    expect(await managed()).toMatchObject({ reached: wanted, wanted, trouble: '' })
    // As many copies as before, not just any.
    expect(copies()).toBe(wanted === 'on' ? 2 : 0)
  }
  const asked = cloud.asked.length
  await round()
  expect(cloud.asked).toHaveLength(asked)
})

it('what somebody starts by hand is left on until the next stop', async () => {
  await toNext('off')
  cloud.running.set(id, 3)
  at = new Date(at.getTime() + 30 * 60_000)
  await round()
  expect(copies()).toBe(3)
  await toNext('off')
  expect(copies()).toBe(0)
})

it('is started on demand, and stopped when the time is over', async () => {
  // The start before this stop found three copies: that is how it was.
  const { data } = await kept.own.behaviorSchedules.start({ id, hours: 2, reason: 'a fire' })
  expect(data).toMatchObject({ wanted: 'on', reached: 'on', exceptions: [{ kind: 'keep_on', reason: 'a fire' }] })
  expect(copies()).toBe(3)
  at = new Date(inHours(1))
  await round()
  expect(copies()).toBe(3)
  at = new Date(inHours(1))
  await round()
  expect([copies(), (await managed())?.exceptions]).toEqual([0, []])
})

it('snoozed, it is left alone; kept off, it stays off in its hours; taken back, the hours hold again', async () => {
  await kept.own.behaviorSchedules.except({ id, kind: 'snooze', from: at.toISOString(), to: inHours(24), reason: '' })
  cloud.running.set(id, 2)
  at = new Date(inHours(12))
  await round()
  expect([copies(), (await managed())?.wanted]).toEqual([2, 'unmanaged'])
  at = new Date(inHours(12))
  await round()
  expect(copies()).toBe((await managed())?.wanted === 'on' ? 2 : 0)
  await toNext('on')
  const off = { id, kind: 'keep_off' as const, from: at.toISOString(), to: inHours(200), reason: 'a holiday' }
  const { data } = await kept.own.behaviorSchedules.except(off)
  expect([data.wanted, copies()]).toEqual(['off', 0])
  const { data: again } = await kept.own.behaviorSchedules.removeException({
    id,
    exception: data.exceptions[0]?.id ?? '',
  })
  expect([again.wanted, again.exceptions, copies()]).toEqual(['on', [], 2])
})

it('tells what the cloud refuses, once, and tries again until it is done', async () => {
  cloud.refusal = 'The cluster does not answer.'
  await toNext('off')
  for (const minutes of [5, 10]) {
    at = new Date(at.getTime() + minutes * 60_000)
    await round()
  }
  const told = await managed()
  expect(told).toMatchObject({ reached: 'on', wanted: 'off', trouble: expect.stringMatching(/does not answer\.$/) })
  expect(told?.switches.filter(({ done }) => !done)).toHaveLength(1)
  expect(copies()).toBe(2)
  cloud.refusal = ''
  at = new Date(at.getTime() + 5 * 60_000)
  await round()
  expect([copies(), (await managed())?.trouble]).toEqual([0, ''])
})

it('says what is wrong with an exception, and with an environment that has no schedule', async () => {
  const exception = { id, kind: 'snooze' as const, reason: '' }
  const now = at.toISOString()
  await expect(kept.own.behaviorSchedules.except({ ...exception, from: now, to: now })).rejects.toThrow(/ends after/)
  await expect(
    kept.own.behaviorSchedules.except({ ...exception, from: inHours(-48), to: inHours(-24) }),
  ).rejects.toThrow(/in the future/)
  await expect(kept.own.behaviorSchedules.except({ ...exception, from: now, to: inHours(24 * 400) })).rejects.toThrow(
    /a year at most/,
  )
  await expect(kept.own.behaviorSchedules.start({ id: 'nobody' })).rejects.toThrow(/No schedule is switched on/)
  await expect(kept.stranger.behaviorSchedules.start({ id })).rejects.toMatchObject({ status: 404 })
  await expect(kept.stranger.behaviorSchedules.undo({ id })).rejects.toMatchObject({ status: 404 })
  expect((await kept.stranger.behaviorSchedules.list({})).data).toEqual([])
})

it('taken back, everything is as it was, and the action that never counted is withdrawn', async () => {
  const before = await managed()
  const { data } = await kept.own.behaviorSchedules.undo({ id })
  expect(data.words).toEqual([`${id} has 2 copies again.`])
  expect([copies(), await managed()]).toEqual([2, undefined])
  const { data: actions } = await kept.own.savings.actions({})
  expect(actions.find((action) => action.id === before?.actions[0]?.id)).toMatchObject({ state: 'withdrawn' })
  await round()
  expect(copies()).toBe(2)
})

it('switched on by hand, it counts in the ledger, and Kept leaves the cloud alone', async () => {
  cloud.whyNot = 'Its connection is read-only.'
  const asked = cloud.asked.length
  const { data } = await kept.own.developerBehavior.optimize({ id, apply: 'by_hand' })
  expect(data.managed).toMatchObject({ switched_by: 'by_hand', actions: [{ state: 'waiting' }] })
  await toNext('off')
  expect(cloud.asked).toHaveLength(asked)
  await expect(kept.own.behaviorSchedules.start({ id })).rejects.toThrow(/does not switch this environment/)
  expect((await kept.own.behaviorSchedules.undo({ id })).data.words).toEqual([
    expect.stringMatching(/^Take the schedule out/),
  ])
})

it('calls a recommendation automated only while Kept may switch every resource of it', async () => {
  const schedules = async () => {
    const { data } = await kept.own.developerBehavior.recommendations({ window: '30d' })
    return data.filter(({ type }) => type === 'auto_shutdown')
  }
  cloud.whyNot = ''
  expect((await schedules())[0]).toMatchObject({ automated: true, implementation_effort: 'low' })
  const { opportunities } = (await kept.own.developerBehavior.overview({ window: '30d' })).data
  expect(opportunities.find(({ type }) => type === 'auto_shutdown')?.automated).toBe(true)
  cloud.whyNot = 'Its connection is read-only.'
  const readOnly = await schedules()
  cloud.whyNot = ''
  expect(readOnly.length).toBeGreaterThan(0)
  expect(readOnly.every(({ automated }) => automated)).toBe(false)
  expect(readOnly[0]?.implementation_effort).not.toBe('low')
})

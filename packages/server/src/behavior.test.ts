/** Activity and bill of a world with known figures, over HTTP: events, the analysis, and every route. */
import { gzipSync } from 'node:zlib'
import type { UsageEventResult } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { BehaviorRun } from '@kept/domain/behavior-run.ts'
import { behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import { billLines, eventLines } from '@kept/scenarios/behavior/world-files.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { behaviorDailyJob } from './behavior/analyze-job.ts'
import { deliver } from './imports/testing/deliver.ts'
import { fakeCloud } from './testing/fake-cloud.ts'
import { openKept, type TestKept } from './testing.ts'

const wasteClasses = ['holiday', 'weekend', 'after_hours', 'in_hours_idle'] as const

const world = behaviorWorld({ seed: 'door', firstDay: '2026-09-01', days: 63, environmentsPerTeam: 5, noisy: false })
const lines = [...eventLines(world)]
/** Ids in the formats of their sources: a repository, an ARN. */
const repository = 'acme/web & co:1'
const half = Math.floor(lines.length / 2)

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-11-03T08:00:00Z') })
  await deliver(kept, [...billLines(world)].join('\n'), 'dev.csv')
  await kept.client.developerBehavior.putSettings({
    retention_days: 400,
    teams: world.teams.map((team) => ({ ...team, calendar: { ...team.calendar, country: '' } })),
    targets: { 'acme/api': world.facts[0]?.environment_id ?? '' },
  })
  await sendFile(lines.slice(0, half))
  await analyzed({})
})
afterAll(() => kept.close())

async function sendFile(batch: string[]) {
  const answer = await fetch(`${kept.url}/v1/developer-behavior/events/import?name=events.ndjson.gz`, {
    method: 'POST',
    headers: kept.headers('own'),
    body: new Uint8Array(gzipSync(batch.join('\n'))),
  })
  return (await answer.json()) as { data: UsageEventResult }
}

async function analyzed(input: { start_date?: string; end_date?: string; team?: string }): Promise<BehaviorRun> {
  const { data } = await kept.client.developerBehavior.analyze(input)
  return vi.waitFor(
    async () => {
      const { data: run } = await kept.client.developerBehavior.analysis({ id: data.id })
      if (run.status === 'queued' || run.status === 'running') throw new Error(`${run.status} ${run.stage}`)
      return run
    },
    { interval: 50, timeout: 60_000 },
  )
}

it('counts events once, however often and by whatever route they arrive', async () => {
  const repeated = await sendFile(lines.slice(0, half))
  expect(repeated.data).toMatchObject({ accepted: 0, repeated: half, rejected: 0, sources: ['Kept usage events'] })
  const remainingEvents = lines.slice(half - 100).map((line) => JSON.parse(line) as unknown)
  const { data } = await kept.client.developerBehavior.putEvents({
    events: [...remainingEvents, ...remainingEvents.slice(0, 50)],
  })
  expect(data).toMatchObject({ accepted: lines.length - half, repeated: 150 })
})

it('rejects unreadable events with location and reason, and keeps the rest', async () => {
  const good = { environment_id: repository, activity_type: 'ssh', timestamp: '2026-09-10T10:00:00Z', user_id: 'Ada' }
  const { data } = await kept.client.developerBehavior.putEvents({
    events: [
      good,
      { ...good, timestamp: 'yesterday' },
      { environment_id: repository },
      'nothing',
      { ...good, duration: -1 },
    ],
  })
  expect(data).toMatchObject({ accepted: 1, rejected: 4 })
  expect(data.rejected_rows.map(({ location }) => location)).toEqual(['record 2', 'record 3', 'record 4', 'record 5'])
  for (const { reason } of data.rejected_rows) expect(reason).toMatch(/\.$/)
})

it('finds the true waste, zombies and hours over the entire span', async () => {
  const [environment_id = ''] = world.truth.running.keys()
  const listed = { resource_id: environment_id, owner: 'Ada', created_at: '2025-02-03T04:05:06Z' }
  await kept.client.resources.putInventory({ items: [{ provider: 'aws', ...listed }] })
  const run = await analyzed({ start_date: '2026-09-01', end_date: '2026-11-03' })
  expect(run).toMatchObject({ status: 'done', error: '', progress: 1 })
  const days = { start_date: '2026-09-01', end_date: '2026-11-03' } as const
  const { data: environments, meta } = await kept.client.developerBehavior.environments({ ...days, page_size: 200 })
  const knownEnvironments = environments.filter(({ environment_id }) => environment_id !== repository)
  expect(knownEnvironments).toHaveLength(30)
  expect(knownEnvironments.find((environment) => environment.environment_id === environment_id)).toMatchObject({
    owner: 'Ada',
    created_at: '2025-02-03T04:05:06.000Z',
  })
  expect(meta.statuses.zombie).toBe(world.truth.zombies.size)
  expect(
    new Set(
      knownEnvironments.flatMap((environment) => (environment.status === 'zombie' ? [environment.environment_id] : [])),
    ),
  ).toEqual(world.truth.zombies)
  for (const environment of knownEnvironments)
    expect(environment.total_runtime_hours * 4).toBe(world.truth.running.get(environment.environment_id))
  const { data: teams } = await kept.client.developerBehavior.teams(days)
  for (const team of teams.filter(({ team_name }) => team_name !== '')) {
    const truth = world.truth.waste.get(team.team_name)
    for (const kind of wasteClasses) {
      expect(team.waste[kind].hours, `${team.team_name} ${kind}`).toBeCloseTo((truth?.[kind].quarters ?? 0) / 4, 0)
    }
    expect(team.heat_map.running).toHaveLength(168)
    // As many days before these are not known.
    expect(team.previous).toBeNull()
  }
})

it('serves the default windows, filtered by team, compared with the days before', async () => {
  const { data: week } = await kept.client.developerBehavior.overview({ window: '7d' })
  expect(week.available_data).toEqual({ bill: true, events: true })
  expect(week.analyzed).toMatchObject({ key: '7d', start_date: '2026-10-27', end_date: '2026-11-03' })
  expect(week.cards.monthly_waste.change_percent).not.toBeNull()
  expect(week.cards.zombie_environments).toEqual({ count: world.truth.zombies.size, change: expect.any(Number) })
  const { data: month } = await kept.client.developerBehavior.overview({ window: '30d' })
  expect(month.teams).toEqual(expect.arrayContaining(world.teams.map(({ team_name }) => team_name)))
  expect(month.opportunities).toHaveLength(10)
  const { data: teamOverview } = await kept.client.developerBehavior.overview({ window: '30d', team: 'search' })
  expect(Number(teamOverview.cards.monthly_waste.amount)).toBeLessThan(Number(month.cards.monthly_waste.amount))
  expect(new Set(teamOverview.opportunities.map(({ team }) => team))).toEqual(new Set(['search']))
  const parts = await Promise.all(
    month.teams.map((team) => kept.client.developerBehavior.overview({ window: '30d', team })),
  )
  const added = parts.reduce((sum, { data }) => sum + Number(data.cards.monthly_waste.amount ?? 0), 0)
  expect(added).toBeCloseTo(Number(month.cards.monthly_waste.amount), 4)
  const { data: insights } = await kept.client.developerBehavior.insights({ window: '30d', team: 'search' })
  expect(insights.length).toBeGreaterThan(0)
  for (const { title } of insights) expect(title).toMatch(/search/)
})

it('lists recommendations by page, highest cost first', async () => {
  const input = { window: '30d', team: 'search' } as const
  const all = await kept.client.developerBehavior.recommendations(input)
  expect(all.meta).toEqual({ page: 1, page_size: 200, total: all.data.length })
  expect(all.data.length).toBeGreaterThan(2)
  const savings = all.data.map((recommendation) => Number(recommendation.potential_monthly_savings))
  expect(savings).toEqual(savings.toSorted((a, b) => b - a))
  const second = await kept.client.developerBehavior.recommendations({ ...input, page: 2, page_size: 2 })
  expect(second).toEqual({ data: all.data.slice(2, 4), meta: { page: 2, page_size: 2, total: all.data.length } })
})

it('optimizes an environment: backtest, options, and a script for the chosen one', async () => {
  const { data: recommendations } = await kept.client.developerBehavior.recommendations({ window: '30d' })
  const id = recommendations.find(({ type }) => type === 'auto_shutdown')?.affected_environments[0] ?? ''
  const { data } = await kept.client.developerBehavior.optimize({ id })
  expect(data.recommendation?.held_out_coverage ?? 1).toBeGreaterThanOrEqual(0.93)
  expect(data.snippets.map((snippet) => snippet.id)).toContain('terraform')
  for (const { users } of data.recommendation?.backtest.interruptions ?? []) {
    for (const user of users) expect(user).toMatch(/^person-[0-9a-f]{16}$/)
  }
  const other = data.recommendation?.choices.find((choice) => !choice.recommended)
  const changed = await kept.client.developerBehavior.optimize({ id, weekly_hours: other?.weekly_hours })
  expect(changed.data.snippets).not.toEqual(data.snippets)
  await expect(kept.client.developerBehavior.optimize({ id, weekly_hours: 167 })).rejects.toThrow(/Choose one of/)
  const unusualName = await kept.client.developerBehavior.optimize({ id: repository })
  expect(unusualName.data).toMatchObject({
    environment: { environment_id: repository, status: 'unknown' },
    recommendation: null,
  })
  expect(unusualName.data.skip_reasons).toBe('The bill does not show the hours it ran.')
  await expect(kept.client.developerBehavior.optimize({ id: 'unknown' })).rejects.toThrow(/Run the analysis first/)
})

it('stops a zombie, and its saving waits for the bill', async () => {
  const cloud = fakeCloud(world.facts.map((fact) => fact.environment_id))
  kept.server.services.remedies = () => cloud
  const { data: recommendations } = await kept.client.developerBehavior.recommendations({ window: '30d' })
  const zombie = recommendations.find(({ type }) => type === 'delete_zombie')?.affected_environments[0] ?? ''
  const { data: offer } = await kept.client.developerBehavior.optimize({ id: zombie })
  expect(offer.recommendation).toMatchObject({ weekly_hours: 0, schedule: { windows: [] } })
  expect(Number(offer.recommendation?.backtest.monthly_savings)).toBeGreaterThan(0)
  expect(cloud.running.get(zombie)).toBe(2)
  const { data } = await kept.client.developerBehavior.optimize({ id: zombie, apply: 'kept' })
  expect(data.managed).toMatchObject({ desired_state: 'off', reached: 'off', failure_reason: '' })
  expect(data.managed?.actions).toMatchObject([{ state: 'waiting' }])
  expect(cloud.running.get(zombie)).toBe(0)
  await kept.client.behaviorSchedules.start({ id: zombie, hours: 1 })
  expect(cloud.running.get(zombie)).toBe(2)
  await kept.client.behaviorSchedules.undo({ id: zombie })
})

it('stores no name, exports the data of a person, and erases it', async () => {
  const rows = await kept.world.warehouse.query<Record<string, unknown>>(
    kept.world.scope,
    'SELECT * FROM usage_event WHERE organization_id = {organization_id:UUID}',
  )
  expect(JSON.stringify(rows)).not.toMatch(/@example\.com/)
  const person = world.environments.find(({ until }) => until > 40)?.people[0]?.toUpperCase() ?? ''
  const { data } = await kept.client.developerBehavior.exportPerson({ person })
  expect(data.events.length).toBeGreaterThan(10)
  const { data: erased } = await kept.client.developerBehavior.erasePerson({ person })
  expect(erased).toEqual({ pseudonym: data.pseudonym, events: data.events.length })
  expect((await kept.client.developerBehavior.exportPerson({ person })).data.events).toEqual([])
})

it('deletes expired events at night, and repeats the analysis', async () => {
  await kept.client.developerBehavior.putSettings({ retention_days: 45, teams: [], targets: {} })
  const runs = () =>
    kept.world.database.scoped(kept.world.scope, (tx) => tx.selectFrom('behavior_run').select('id').execute())
  const before = await runs()
  await behaviorDailyJob.run({}, kept.server.services, new AbortController().signal, { last: true })
  const [oldest] = await kept.world.warehouse.query<{ first: string }>(
    kept.world.scope,
    'SELECT toString(min(day)) AS first FROM usage_event WHERE organization_id = {organization_id:UUID}',
  )
  expect(oldest?.first).toBe('2026-09-19')
  expect(await runs()).toHaveLength(before.length + 1)
})

it('shows nothing to another organization, and explains what is missing', async () => {
  const { data } = await kept.otherClient.developerBehavior.overview({})
  expect(data).toMatchObject({
    ...{ analyzed: null, last_run: null, teams: [], opportunities: [] },
    available_data: { bill: false, events: false },
    cards: { potential_savings: { amount: null }, zombie_environments: { count: null } },
    waste_breakdown: null,
  })
  const { data: run } = await kept.otherClient.developerBehavior.analyze({})
  const failed = await vi.waitFor(
    async () => {
      const { data: now } = await kept.otherClient.developerBehavior.analysis({ id: run.id })
      expect(now.status).toBe('failed')
      return now
    },
    { interval: 50, timeout: 60_000 },
  )
  expect(failed.error).toBe('No bill has machines billed by the hour. Upload a bill with running hours first.')
  await expect(kept.client.developerBehavior.analyze({ start_date: '2026-09-02' })).rejects.toThrow(
    /both start_date and end_date/,
  )
  const early = await analyzed({ start_date: '2020-01-01', end_date: '2020-02-01' })
  expect(early.error).toMatch(/^Running hours cover 2026-09-01 to 2026-11-03/)
})

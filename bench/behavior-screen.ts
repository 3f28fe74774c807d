/**
 * The routes of `/behavior` over HTTP with 2,000 environments analyzed: what each answers in. The yardstick is Postgres
 * handing over the rows that the same answer is made of, as text, over the same pool.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { collectEvents } from '@kept/engine/behavior/collect-events.ts'
import { collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { perDay, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { type BehaviorWorld, behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import { analyzeWindows } from '@kept/server/behavior/analyze-windows.ts'
import { readConfig } from '@kept/server/platform/config.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { serve } from '@kept/server/serve.ts'
import { signIn } from '@kept/server/testing/sign-in.ts'
import { saveResults } from '@kept/store/behavior/results.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { type Benchmark, percentile, timed } from './benchmark.ts'

const environments = Number(process.env.BENCH_ENVIRONMENTS ?? 2000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const days = 90
const basePath = '/v1/developer-behavior'

interface Question {
  label: string
  path: string
  method?: 'POST'
  body?: object
  /** The rows behind it, for the bare engine. */
  sql: string
}

export const behaviorScreenBenchmark: Benchmark = {
  name: 'behavior-screen',
  title: `Developer behavior: the screen over ${environments.toLocaleString('en-US')} environments`,
  async run({ scratch, print }) {
    const settings = { KEPT_DATA: scratch, KEPT_PORT: '0', KEPT_DEMO: 'off', KEPT_LOG_LEVEL: 'fatal' }
    const server = await serve(readConfig(settings), createLog('fatal'))
    try {
      const { database } = server.services.state
      const { id: organizationId } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId }
      const { bearer } = await signIn(server.services, { ...scope, role: 'admin' })
      print('analyzing ...')
      const { environmentCount, scheduled } = await analyze(database, scope)
      const questions = questionsOf(scheduled)
      const routeTimes = questions.map(() => [] as number[])
      const sqlTimes = questions.map(() => [] as number[])
      const bytes = questions.map(() => 0)
      print('asking ...')
      for (let round = -3; round < rounds; round += 1) {
        for (const [index, { path, method, body, sql: statement }] of questions.entries()) {
          const took = await timed(async () => {
            const headers = { ...bearer, ...(body && { 'content-type': 'application/json' }) }
            const answer = await fetch(`${server.url}${path}`, {
              ...{ method: method ?? 'GET', headers },
              ...(body && { body: JSON.stringify(body) }),
            })
            const text = await answer.text()
            if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
            bytes[index] = text.length
          })
          const tookBare = await timed(() => queryWithoutScope(database, scope, statement))
          // The first three of each are warm-up and are not counted.
          if (round < 0) continue
          routeTimes[index]?.push(took)
          sqlTimes[index]?.push(tookBare)
        }
      }
      return {
        description: `${environmentCount} environments of six teams over ${days} days, analyzed for the usual windows; each route ${rounds} times over HTTP, signed in, ours and the bare engine's rows in turns, from the request to the last byte of the response. One process sends and responds.`,
        head: ['request', 'size, kB', 'p50, ms', 'p95, ms', 'bare p50', 'bare p95', 'p95 ratio'],
        rows: questions.map(({ label }, index) => {
          const [route, engine] = [routeTimes[index] ?? [], sqlTimes[index] ?? []]
          const [p95, bare95] = [percentile(route, 0.95), percentile(engine, 0.95)]
          return [
            ...[label, ((bytes[index] ?? 0) / 1000).toFixed(0), percentile(route, 0.5).toFixed(1), p95.toFixed(1)],
            ...[percentile(engine, 0.5).toFixed(1), bare95.toFixed(1), (p95 / bare95).toFixed(2)],
          ]
        }),
        notes: [
          'To reach: each under 300 ms (p95).',
          'The bare rows are not checked, not added up and not serialized, and their request is not authenticated.',
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

/** As a run of the analysis does it, with the world's events and hours put on the grid directly. */
async function analyze(database: Database, scope: Scope): Promise<{ environmentCount: number; scheduled: string }> {
  const world = behaviorWorld({
    ...{ seed: 'bench', firstDay: '2026-07-01', days, noisy: false },
    environmentsPerTeam: Math.ceil(environments / 6),
  })
  const collected = { ...knownOf(world), facts: world.facts, notes: [], resources: new Map() }
  const onStage = async () => undefined
  const { windows, schedules } = await analyzeWindows(collected, {
    teams: world.teams,
    customRange: null,
    notes: [],
    onStage,
  })
  await saveResults(database, scope, { windows, schedules, now: new Date('2026-09-29T00:00:00Z') })
  const scheduled = schedules.find(({ recommendation }) => recommendation !== null)
  if (!scheduled) throw new Error('No environment of the world got a schedule.')
  return { environmentCount: world.environments.length, scheduled: scheduled.environment_id }
}

function knownOf(world: BehaviorWorld) {
  const { from } = spanOfDays(world.firstDay, world.firstDay)
  const span = { from, to: from + days * perDay }
  const events = collectEvents(span)
  for (const event of world.events()) events.add(event)
  const running = collectRunning(span)
  for (const hour of world.running()) running.add(hour)
  return { span, events, running }
}

const summary = `SELECT summary::text FROM behavior_result WHERE window_key = '30d'`
const part = (name: string) => `SELECT (summary -> '${name}')::text FROM behavior_result WHERE window_key = '30d'`
const rows = (limit: number) =>
  `SELECT analysis::text FROM behavior_environment WHERE window_key = '30d'
   ORDER BY wasted_cost DESC NULLS LAST, environment_id LIMIT ${limit}`

function questionsOf(scheduled: string): Question[] {
  const path = (name: string) => `${basePath}/${name}`
  return [
    { label: 'overview, all teams', path: path('overview?window=30d'), sql: summary },
    { label: 'overview, 90 days', path: path('overview?window=90d'), sql: summary.replace('30d', '90d') },
    { label: 'overview, one team', path: path('overview?window=30d&team=search'), sql: summary },
    { label: 'environments, a page of 50', path: path('environments?window=30d'), sql: rows(50) },
    {
      label: 'environments, as the tab requests',
      path: path('environments?window=30d&page_size=2000'),
      sql: rows(2000),
    },
    { label: 'teams', path: path('teams?window=30d'), sql: part('teams') },
    { label: 'insights', path: path('insights?window=30d'), sql: part('insights') },
    {
      label: 'recommendations, a page of 200',
      path: path('recommendations?window=30d'),
      sql: part('recommendations'),
    },
    {
      label: 'an environment’s schedule',
      path: path(`environments/${encodeURIComponent(scheduled)}/optimize`),
      method: 'POST',
      body: {},
      sql: `SELECT recommendation::text, heat_map::text FROM behavior_schedule WHERE environment_id = '${scheduled}'`,
    },
  ]
}

/** As the application's own role, within the organization's wall. */
async function queryWithoutScope(database: Database, scope: Scope, statement: string): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT set_config('app.organization_id', $1, true)`, [scope.organizationId])
    await client.query(statement)
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

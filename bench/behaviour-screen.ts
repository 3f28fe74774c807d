/**
 * The routes of `/behavior` over HTTP with 2,000 environments analysed: what each answers in. The yardstick is Postgres
 * handing over the rows that the same answer is made of, as text, over the same pool.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { collectEvents } from '@kept/engine/behaviour/collect-events.ts'
import { collectRunning } from '@kept/engine/behaviour/collect-running.ts'
import { perDay, spanOfDays } from '@kept/engine/behaviour/quarters.ts'
import { type BehaviourWorld, behaviourWorld } from '@kept/scenarios/behaviour/behaviour-world.ts'
import { analyseWindows } from '@kept/server/behaviour/analyse-windows.ts'
import { readConfig } from '@kept/server/platform/config.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { serve } from '@kept/server/serve.ts'
import { signIn } from '@kept/server/testing/sign-in.ts'
import { saveResults } from '@kept/store/behaviour/results.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { type Benchmark, percentile, timed } from './benchmark.ts'

const environments = Number(process.env.BENCH_ENVIRONMENTS ?? 2000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const days = 90
const at = '/v1/developer-behavior'

interface Question {
  words: string
  path: string
  method?: 'POST'
  body?: object
  /** The rows behind it, for the bare engine. */
  bare: string
}

export const behaviourScreenBenchmark: Benchmark = {
  name: 'behaviour-screen',
  title: `Developer behaviour: the screen over ${environments.toLocaleString('en-US')} environments`,
  async run({ scratch, say }) {
    const settings = { KEPT_DATA: scratch, KEPT_PORT: '0', KEPT_DEMO: 'off', KEPT_LOG_LEVEL: 'fatal' }
    const kept = await serve(readConfig(settings), createLog('fatal'))
    try {
      const { database } = kept.services.state
      const { id: organizationId } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId }
      const { bearer } = await signIn(kept.services, { ...scope, role: 'admin' })
      say('analysing ...')
      const { many, scheduled } = await analyse(database, scope)
      const questions = questionsOf(scheduled)
      const ours = questions.map(() => [] as number[])
      const bare = questions.map(() => [] as number[])
      const bytes = questions.map(() => 0)
      say('asking ...')
      for (let round = -3; round < rounds; round += 1) {
        for (const [index, { path, method, body, bare: statement }] of questions.entries()) {
          const took = await timed(async () => {
            const headers = { ...bearer, ...(body && { 'content-type': 'application/json' }) }
            const answer = await fetch(`${kept.url}${path}`, {
              ...{ method: method ?? 'GET', headers },
              ...(body && { body: JSON.stringify(body) }),
            })
            const text = await answer.text()
            if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
            bytes[index] = text.length
          })
          const tookBare = await timed(() => askBare(database, scope, statement))
          // The first three of each are not counted: nobody waits for a page that nobody ever opened.
          if (round < 0) continue
          ours[index]?.push(took)
          bare[index]?.push(tookBare)
        }
      }
      return {
        words: `${many} environments of six teams over ${days} days, analysed for the usual windows; each route ${rounds} times over HTTP, signed in, ours and the bare engine's rows in turns, from the question to the last byte of the answer. One process asks and answers.`,
        head: ['asked', 'size, kB', 'p50, ms', 'p95, ms', 'bare p50', 'bare p95', 'p95 ratio'],
        rows: questions.map(({ words }, index) => {
          const [own, engine] = [ours[index] ?? [], bare[index] ?? []]
          const [p95, bare95] = [percentile(own, 0.95), percentile(engine, 0.95)]
          return [
            ...[words, ((bytes[index] ?? 0) / 1000).toFixed(0), percentile(own, 0.5).toFixed(1), p95.toFixed(1)],
            ...[percentile(engine, 0.5).toFixed(1), bare95.toFixed(1), (p95 / bare95).toFixed(2)],
          ]
        }),
        notes: [
          'To reach: each under 300 ms (p95).',
          'The bare rows are not checked, not added up and not written as an answer; nobody is asked who they are.',
        ],
      }
    } finally {
      await kept.stop()
    }
  },
}

/** As a run of the analysis does it, with the world's events and hours put on the grid directly. */
async function analyse(database: Database, scope: Scope): Promise<{ many: number; scheduled: string }> {
  const world = behaviourWorld({
    ...{ seed: 'bench', firstDay: '2026-07-01', days, noisy: false },
    environmentsPerTeam: Math.ceil(environments / 6),
  })
  const known = { ...knownOf(world), facts: world.facts, notes: [], resources: new Map() }
  const onStage = async () => undefined
  const { windows, schedules } = await analyseWindows(known, { teams: world.teams, own: null, notes: [], onStage })
  await saveResults(database, scope, { windows, schedules, now: new Date('2026-09-29T00:00:00Z') })
  const scheduled = schedules.find(({ recommendation }) => recommendation !== null)
  if (!scheduled) throw new Error('No environment of the world got a schedule.')
  return { many: world.environments.length, scheduled: scheduled.environment_id }
}

function knownOf(world: BehaviourWorld) {
  const { from } = spanOfDays(world.firstDay, world.firstDay)
  const span = { from, to: from + days * perDay }
  const events = collectEvents(span)
  for (const event of world.events()) events.add(event)
  const running = collectRunning(span)
  for (const hour of world.running()) running.add(hour)
  return { span, events, running }
}

const summary = `SELECT summary::text FROM behaviour_result WHERE window_key = '30d'`
const part = (name: string) => `SELECT (summary -> '${name}')::text FROM behaviour_result WHERE window_key = '30d'`
const rows = (limit: number) =>
  `SELECT analysis::text FROM behaviour_environment WHERE window_key = '30d'
   ORDER BY wasted_cost DESC NULLS LAST, environment_id LIMIT ${limit}`

function questionsOf(scheduled: string): Question[] {
  const path = (name: string) => `${at}/${name}`
  return [
    { words: 'overview, all teams', path: path('overview?window=30d'), bare: summary },
    { words: 'overview, 90 days', path: path('overview?window=90d'), bare: summary.replace('30d', '90d') },
    { words: 'overview, one team', path: path('overview?window=30d&team=search'), bare: summary },
    { words: 'environments, a page of 50', path: path('environments?window=30d'), bare: rows(50) },
    {
      words: 'environments, as the tab asks',
      path: path('environments?window=30d&page_size=2000'),
      bare: rows(2000),
    },
    { words: 'teams', path: path('teams?window=30d'), bare: part('teams') },
    { words: 'insights', path: path('insights?window=30d'), bare: part('insights') },
    {
      words: 'recommendations, a page of 200',
      path: path('recommendations?window=30d'),
      bare: part('recommendations'),
    },
    {
      words: 'an environment’s schedule',
      path: path(`environments/${encodeURIComponent(scheduled)}/optimize`),
      method: 'POST',
      body: {},
      bare: `SELECT recommendation::text, heat_map::text FROM behaviour_schedule WHERE environment_id = '${scheduled}'`,
    },
  ]
}

/** As the application's own role, within the organisation's wall. */
async function askBare(database: Database, scope: Scope, statement: string): Promise<void> {
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

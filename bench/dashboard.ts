/** What the dashboard asks, under load: Kept's HTTP endpoints beside bare queries through the same server library. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@kept/server/platform/config.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { type RunningServer, serve } from '@kept/server/serve.ts'
import { Visitor } from '@kept/server/testing/visitor.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { serveBareQueries } from './bare-queries.ts'
import type { Benchmark } from './benchmark.ts'
import type { LoadResult } from './load-generator.ts'
import { runLoad } from './run-load.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const userCount = 200
const userAgent = 'Kept benchmark'
const paths = [
  '/v1/cost-optimization/overview',
  '/v1/cost-optimization/forecast?forecast_days=30',
  '/v1/cost-optimization/recommendations?status=open',
  '/v1/cost-optimization/anomalies',
  '/v1/budgets',
  '/v1/loops?show=active&sort=cost&limit=20',
  '/v1/resources',
  '/v1/me',
]

export const dashboardBenchmark: Benchmark = {
  name: 'dashboard',
  title: 'Dashboard: its endpoints under load',
  async run({ scratch, print }) {
    const settings = { KEPT_DATA: scratch, KEPT_PORT: '0', KEPT_DEMO: 'on', KEPT_LOG_LEVEL: 'fatal' }
    const server = await serve(readConfig(settings), createLog('fatal'))
    try {
      const { state } = server.services
      const organization = await findOrganization(state.database, 'demo')
      if (!organization) throw new Error('There is no demo organization.')
      await settled(server)
      const bare = await serveBareQueries(state, { organizationId: organization.id })
      try {
        return await measure(server, bare.listeningOrigin, print)
      } finally {
        await bare.close()
      }
    } finally {
      await server.stop()
    }
  },
}

/** A demo that was just made is evaluated in the background; that work is not what is measured. */
async function settled({ services }: RunningServer): Promise<void> {
  let quietSince = Date.now()
  while (Date.now() - quietSince < 15_000) {
    const queues = await services.jobs.describe()
    if (queues.some(({ waiting, running }) => waiting + running > 0)) quietSince = Date.now()
    await sleep(500)
  }
}

async function measure({ url, services }: RunningServer, bareUrl: string, print: (text: string) => void) {
  const cookies: string[] = []
  for (let user = 0; user < userCount; user += 1) cookies.push(await signIn(url))
  // The limit of sign-ins is not what is measured.
  await services.state.database.pool.query('DELETE FROM rate_limit')
  const job = { connections: 20, seconds, userAgent }
  // Once before, as after the first visit of the day.
  for (const path of paths) await runLoad({ ...job, url, connections: 1, seconds: 1, paths: [path], cookies })
  const rows: string[][] = []
  for (const path of paths) {
    const kept = await runLoad({ ...job, url, paths: [path], cookies: cookies.slice(0, 1) })
    const bare = await runLoad({ ...job, url: bareUrl, paths: [path], cookies: [] })
    rows.push([path, ...row(kept, bare)])
    print(rows.at(-1)?.join('  ') ?? '')
  }
  const everyone = { ...job, connections: userCount, seconds: 2 * seconds }
  const kept = await runLoad({ ...everyone, url, paths, cookies })
  const bare = await runLoad({ ...everyone, url: bareUrl, paths, cookies: [] })
  rows.push([`${userCount} users, all of them in turn`, ...row(kept, bare)])
  return {
    description: `The demo organization. 20 connections of one visitor ask one endpoint for ${seconds} s, then ${userCount} visitors, each with a session of their own, ask all of them in turn, without a pause. The load comes from another process on the same machine; answers are taken compressed. The yardstick is one bare query for each endpoint through a Fastify of its own in the same process, without a session, rights, checks of its output or compression.`,
    head: ['endpoint', 'Kept, requests/s', 'p50, ms', 'p99, ms', 'bare, requests/s', 'bare p99, ms', 'Kept : bare'],
    rows,
    notes: [
      'To reach at 20 connections: the overview 1,000 requests/s, the forecast 500, p99 under 60 ms. For 200 users: p99 under 250 ms.',
    ],
  }
}

function row(kept: LoadResult, bare: LoadResult): string[] {
  if (kept.failed > 0 || bare.failed > 0)
    throw new Error(`${kept.failed} requests to Kept and ${bare.failed} bare ones failed.`)
  const rounded = (value: number) => value.toFixed(0)
  return [
    ...[kept.requestsPerSecond, kept.p50, kept.p99, bare.requestsPerSecond, bare.p99].map(rounded),
    (kept.requestsPerSecond / bare.requestsPerSecond).toFixed(2),
  ]
}

async function signIn(url: string): Promise<string> {
  const visitor = new Visitor(url, { 'user-agent': userAgent })
  const { status } = await visitor.post('/api/auth/demo', { as: 'demo-admin' })
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  return visitor.cookieHeader()
}

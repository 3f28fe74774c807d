/** The live connection: thousands of open pages, how fast events reach them, and all of them reconnecting at once. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ReadersOrder, ReadersReport } from '@kept/server/live/testing/readers.ts'
import { readConfig } from '@kept/server/platform/config.ts'
import { createLog } from '@kept/server/platform/log.ts'
import { type RunningServer, serve } from '@kept/server/serve.ts'
import { signIn } from '@kept/server/testing/sign-in.ts'
import { publish } from '@kept/store/live/publish.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { type Benchmark, percentile } from './benchmark.ts'

const [organizations, peopleOfEach, pagesOfEach] = [25, 10, 20] as const
const pages = organizations * peopleOfEach * pagesOfEach
const pagesOfOrganization = peopleOfEach * pagesOfEach
const seconds = 40
const timeoutMs = 900_000

export const liveBenchmark: Benchmark = {
  name: 'live',
  title: `Live: ${pages.toLocaleString('en-US')} open pages`,
  async run({ scratch, print }) {
    const settings = { KEPT_DATA: scratch, KEPT_DEMO: 'off', KEPT_LOG_LEVEL: 'fatal' }
    const open = (port: string) => serve(readConfig({ ...settings, KEPT_PORT: port }), createLog('fatal'))
    let server = await open('0')
    const scopes = await organizationsOf(server)
    const published = scopes.map(() => 0)
    const order: ReadersOrder = { people: [], pagesPerPerson: pagesOfEach, url: server.url.replace('http', 'ws') }
    for (const scope of scopes) {
      for (let n = 0; n < peopleOfEach; n += 1) {
        const { userId, headers } = await signIn(server.services, scope)
        order.people.push({ userId, headers })
      }
    }
    const program = fileURLToPath(import.meta.resolve('@kept/server/live/testing/readers.ts'))
    const before = process.memoryUsage().rss
    const readers = fork(program, [JSON.stringify(order)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    })
    try {
      const first = await untilOpen(readers)
      print(`${pages} pages open in ${(first / 1000).toFixed(1)} s`)
      const memory = (process.memoryUsage().rss - before) / 1024 ** 2
      const rows: string[][] = []
      for (const perSecond of [1000, 5000]) {
        await report(readers)
        const eventCount = (perSecond / pagesOfOrganization) * seconds
        const took = await publishEvents(
          server,
          scopes,
          published,
          eventCount,
          1000 * (pagesOfOrganization / perSecond),
        )
        const { delays } = await waitUntilReceived(readers, published)
        print(`${delays.length} messages in ${(took / 1000).toFixed(1)} s`)
        rows.push([
          `${perSecond.toLocaleString('en-US')} messages a second`,
          (delays.length / (took / 1000)).toFixed(0),
          ...[0.5, 0.95, 0.99, 1].map((share) => percentile(delays, share).toFixed(0)),
        ])
      }
      const port = new URL(server.url).port
      await server.stop()
      const stopped = performance.now()
      server = await open(port)
      const restart = performance.now() - stopped
      // Published while they reconnect: none of it may be lost.
      await publishEvents(server, scopes, published, 100, 20)
      await untilOpen(readers)
      const reconnectedMs = performance.now() - stopped
      const { lost, misordered } = await waitUntilReceived(readers, published)
      return {
        description: `${pages} connections of ${order.people.length} people in ${organizations} organizations, each subscribed to everything it may receive; the readers are another process on the same cores. An event goes through Postgres (insert, NOTIFY, read) and to the ${pagesOfOrganization} pages of its organization; the time is from before the insert to the page having read it. Then Kept is stopped and started, and all pages come back at once, as the browser does, while 100 events are written.`,
        head: ['fan-out', 'reached, a second', 'p50, ms', 'p95, ms', 'p99, ms', 'slowest, ms'],
        rows,
        notes: [
          'To reach: p99 under 250 ms at 1,000 messages a second.',
          `Load of the machine at the end, over five minutes: ${(loadavg()[1] ?? 0).toFixed(0)} on ${cpus().length} cores; what else runs on them is in these figures.`,
          `All open for the first time after ${(first / 1000).toFixed(1)} s; ${memory.toFixed(0)} MB more memory for them.`,
          `Restart: Kept was ready after ${(restart / 1000).toFixed(1)} s and all ${pages} pages were back ${(reconnectedMs / 1000).toFixed(1)} s after it had stopped; ${lost} gave up, ${misordered} messages came twice or out of order, and every page heard every event.`,
        ],
      }
    } finally {
      readers.kill('SIGKILL')
      await server.stop()
    }
  },
}

async function organizationsOf({ services }: RunningServer) {
  const scopes = []
  for (let n = 0; n < organizations; n += 1) {
    const { id } = await ensureOrganization(services.state.database, {
      slug: `live-${n}`,
      name: `Live ${n}`,
      demo: false,
    })
    scopes.push({ organizationId: id })
  }
  return scopes
}

/** Events to one organization after the other, `everyMs` apart; answers how long that took. */
async function publishEvents(
  { services }: RunningServer,
  scopes: readonly { organizationId: string }[],
  published: number[],
  events: number,
  everyMs: number,
): Promise<number> {
  const started = performance.now()
  const writing: Promise<unknown>[] = []
  for (let n = 0; n < events; n += 1) {
    await wait(Math.max(0, started + n * everyMs - performance.now()))
    const index = n % scopes.length
    const scope = scopes[index] ?? { organizationId: '' }
    const payload = { kind: 'recommendations', title: `Event ${n}`, href: '/savings', sent: moment() }
    published[index] = (published[index] ?? 0) + 1
    writing.push(services.state.database.scoped(scope, (tx) => publish(tx, scope, { channel: 'metrics', payload })))
  }
  await Promise.all(writing)
  return performance.now() - started
}

const moment = () => performance.timeOrigin + performance.now()

async function report(readers: ChildProcess): Promise<ReadersReport> {
  const answer = once(readers, 'message')
  readers.send('report')
  const [readersReport] = (await answer) as [ReadersReport]
  return readersReport
}

async function untilOpen(readers: ChildProcess): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { open, lost } = await report(readers)
    if (open + lost >= pages) return performance.now() - started
    if (performance.now() - started > timeoutMs) throw new Error(`only ${open} of ${pages} pages are open`)
    await wait(100)
  }
}

/** Waits until every open page has received every event of its organization; returns the delays since the last report. */
async function waitUntilReceived(readers: ChildProcess, published: readonly number[]): Promise<ReadersReport> {
  const started = performance.now()
  const delays: number[] = []
  for (;;) {
    const readersReport = await report(readers)
    for (const delay of readersReport.delays) delays.push(delay)
    const missing = readersReport.byPerson.filter((receivedCounts, person) => {
      const expected = published[Math.floor(person / peopleOfEach)] ?? 0
      return receivedCounts.some((received) => received !== expected)
    })
    if (missing.length === 0) return { ...readersReport, delays }
    if (performance.now() - started > timeoutMs) throw new Error(`${missing.length} people have not heard everything`)
    await wait(250)
  }
}

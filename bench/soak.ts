/**
 * A long run at a constant rate: the requests of dashboards, mixed with telemetry and imports. Memory and descriptors of
 * Kept and its engines are read all along; what grows without end is seen in the last part against the first.
 *
 * `BENCH_MINUTES` is how long (60), `BENCH_RATE` how many requests a second (200). A request that is late is sent at
 * once, and its time counts from when it was due: a slow answer does not make the load smaller.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Benchmark, median, percentile } from './benchmark.ts'
import { type KeptProcess, startKept } from './kept-process.ts'
import { knownBill, seededRandom } from './kill-bills.ts'
import { accounts, deliver, months, organization, pick, stop, untilOver } from './kill-imports.ts'
import { makeTraceRequests, stampRequest } from './trace-requests.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 60)
const rate = Number(process.env.BENCH_RATE ?? 200)
const importEveryMs = 60_000
const importRows = Number(process.env.BENCH_ROWS ?? 20_000)
const spansPerRequest = 50
/** One request in so many is a delivery of telemetry. */
const telemetryShare = 20
const sampleEveryMs = 5_000
/** The first part fills caches and is no baseline. */
const warmUpShare = 0.2

const paths = [
  '/v1/cost-optimization/overview',
  '/v1/cost-optimization/recommendations',
  '/v1/cost-optimization/anomalies',
  '/v1/cost-optimization/forecast',
  '/v1/costs/catalog',
  '/v1/budgets',
  '/v1/notifications',
  '/v1/loops',
  '/v1/resources',
]

interface Sample {
  kept: number
  warehouse: number
  /** Open descriptors of Kept. */
  descriptors: number
}

interface Tally {
  times: number[]
  statuses: Map<string, number>
  imports: number
  spans: number
}

export const soakBenchmark: Benchmark = {
  name: 'soak',
  title: `Soak: ${minutes} minutes at ${rate} requests a second`,
  async run({ scratch, print }) {
    const random = seededRandom(20_261_128)
    const keptProcess = await startKept(join(scratch, 'data'), organization)
    try {
      for (const account of accounts) {
        for (const month of months) await importOne(keptProcess, scratch, knownBill(account, month, importRows, random))
      }
      const endsAt = performance.now() + minutes * 60_000
      const tally: Tally = { times: [], statuses: new Map(), imports: 0, spans: 0 }
      const samples: Sample[] = []
      const running = [
        sample(keptProcess, samples, endsAt, print),
        importAllAlong(keptProcess, scratch, { random, tally, endsAt }),
        sendAllAlong(keptProcess, tally, endsAt),
      ]
      const started = performance.now()
      await Promise.all(running)
      return section(tally, samples, (performance.now() - started) / 1000)
    } finally {
      await stop(keptProcess)
    }
  },
}

async function importOne(keptProcess: KeptProcess, scratch: string, bill: ReturnType<typeof knownBill>): Promise<void> {
  const { status, error } = await untilOver(keptProcess, await deliver(keptProcess, scratch, bill))
  if (status !== 'done') throw new Error(`an import ended as ${status}: ${error}`)
}

async function importAllAlong(
  keptProcess: KeptProcess,
  scratch: string,
  { random, tally, endsAt }: { random: () => number; tally: Tally; endsAt: number },
): Promise<void> {
  while (performance.now() + importEveryMs < endsAt) {
    await wait(importEveryMs)
    await importOne(keptProcess, scratch, knownBill(pick(accounts, random), pick(months, random), importRows, random))
    tally.imports += 1
  }
}

async function sendAllAlong(keptProcess: KeptProcess, tally: Tally, endsAt: number): Promise<void> {
  const traces = makeTraceRequests(spansPerRequest)
  const started = performance.now()
  const underWay = new Set<Promise<void>>()
  for (let index = 0; ; index += 1) {
    const dueAt = started + (index / rate) * 1000
    if (dueAt > endsAt) break
    const early = dueAt - performance.now()
    if (early > 1) await wait(early)
    const request = timeOne(keptProcess, tally, index, dueAt, traces).finally(() => underWay.delete(request))
    underWay.add(request)
  }
  await Promise.all(underWay)
}

async function timeOne(
  { operator }: KeptProcess,
  tally: Tally,
  index: number,
  dueAt: number,
  traces: ReturnType<typeof makeTraceRequests>,
): Promise<void> {
  const send = () => {
    if (index % telemetryShare !== 0) return operator(paths[index % paths.length] ?? '')
    const request = traces[index % traces.length]
    if (!request) throw new Error('no traces')
    stampRequest(request, index * spansPerRequest, Date.now())
    tally.spans += spansPerRequest
    const headers = { 'content-type': 'application/x-protobuf' }
    return operator('/v1/traces', { method: 'POST', headers, body: Buffer.from(request.bytes) })
  }
  const status = await send().then(
    async (response) => {
      await response.arrayBuffer()
      return String(response.status)
    },
    (error: Error) => error.name,
  )
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  tally.times.push(performance.now() - dueAt)
}

async function sample(
  keptProcess: KeptProcess,
  samples: Sample[],
  endsAt: number,
  print: (text: string) => void,
): Promise<void> {
  const pid = keptProcess.process.pid ?? 0
  const { warehouse } = await keptProcess.engines()
  for (let count = 0; performance.now() < endsAt; count += 1) {
    const row = {
      kept: residentOf(pid),
      warehouse: residentOf(warehouse),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    }
    samples.push(row)
    if (count % 12 === 0)
      print(`Kept ${mebibytes(row.kept)}, warehouse ${mebibytes(row.warehouse)}, ${row.descriptors} descriptors`)
    await wait(sampleEveryMs)
  }
}

function residentOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`

function section({ times, statuses, imports, spans }: Tally, samples: Sample[], seconds: number) {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare))
  const part = Math.max(1, Math.floor(warm.length / 4))
  const change = (pick: (sample: Sample) => number, format: (value: number) => string) => {
    const [before, after] = [median(warm.slice(0, part).map(pick)), median(warm.slice(-part).map(pick))]
    const percent = ((after / before - 1) * 100).toFixed(1)
    return `${format(before)} / ${format(after)} (${after < before ? '' : '+'}${percent} %), at most ${format(Math.max(...warm.map(pick)))}`
  }
  const milliseconds = (share: number) => percentile(times, share).toFixed(0)
  return {
    description: `Requests of a dashboard in turns, one in ${telemetryShare} a delivery of ${spansPerRequest} spans, and every minute an import of ${importRows.toLocaleString('en-US')} rows, from the same machine. Times from when a request was due. The first fifth is left out of memory and descriptors; then the first quarter is compared with the last.`,
    head: ['what', 'figure'],
    rows: [
      ['requests a second', (times.length / seconds).toFixed(1)],
      [
        'requests by status',
        [...statuses].map(([status, count]) => `${status}: ${count.toLocaleString('en-US')}`).join(', '),
      ],
      ['imports / spans', `${imports} / ${spans.toLocaleString('en-US')}`],
      ['p50 / p95 / p99 / slowest, ms', `${[0.5, 0.95, 0.99].map(milliseconds).join(' / ')} / ${milliseconds(1)}`],
      ['memory of Kept, first / last', change(({ kept }) => kept, mebibytes)],
      ['memory of the warehouse, first / last', change(({ warehouse }) => warehouse, mebibytes)],
      ['descriptors of Kept, first / last', change(({ descriptors }) => descriptors, String)],
    ],
    notes: ['To reach: memory within 10 %, no descriptor that stays, p99 under 250 ms.'],
  }
}

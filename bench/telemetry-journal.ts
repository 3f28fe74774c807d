/** What it costs to have telemetry on disk before it is acknowledged: the journal against the same work without it. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import { readOtlpProtobuf } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { TelemetryJournal } from '@kept/server/telemetry/public/telemetry-journal.ts'
import { type Benchmark, median, percentile } from './benchmark.ts'
import { makeTraceRequests, stampRequest, type TraceRequest } from './trace-requests.ts'

const spansPerRequest = 500
const requestCount = Number(process.env.BENCH_REQUESTS ?? 1_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** A collector sends one request after the other; a company has many collectors. */
const senderCounts = [1, 16]

interface Measured {
  spansPerSecond: number
  /** Milliseconds from sending to the acknowledgement, 95th percentile. */
  p95: number
}

export const telemetryJournalBenchmark: Benchmark = {
  name: 'telemetry-journal',
  title: 'Telemetry: on disk before it is acknowledged',
  async run({ scratch, print }) {
    const requests = makeTraceRequests(spansPerRequest)
    const bytes = requests[0]?.bytes.length ?? 0
    const journal = await TelemetryJournal.open(join(scratch, 'journal'))
    const rows: string[][] = []
    for (const senders of senderCounts) {
      const [without, withJournal]: [Measured[], Measured[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        without.push(await send(requests, { senders }))
        withJournal.push(await send(requests, { senders, journal }))
        empty(journal)
      }
      const medianOf = (measured: Measured[], pick: (row: Measured) => number) => median(measured.map(pick))
      const [bare = 0, ours = 0] = [without, withJournal].map((measured) =>
        medianOf(measured, (row) => row.spansPerSecond),
      )
      const slow = [without, withJournal].map((measured) => medianOf(measured, ({ p95 }) => p95).toFixed(1))
      print(`${senders} senders: ${Math.round(ours)} against ${Math.round(bare)} spans a second`)
      rows.push([
        senders === 1 ? '1 sender' : `${senders} senders`,
        ...[bare, ours].map((rate) => Math.round(rate).toLocaleString('en-US')),
        (ours / bare).toFixed(2),
        slow.join(' / '),
      ])
    }
    const alone = await appendAll(journal, requests, 16)
    const bare = syncOneByOne(join(scratch, 'bare'), requests)
    return {
      description: `${requestCount} requests of ${spansPerRequest} spans (${Math.round(bytes / 1024)} KiB) for each round, decoded and evaluated in one thread as the server does, with and without the journal's write and fsync before it; median of ${rounds} rounds. Entries that arrive during a write share the next fsync.`,
      head: ['', 'spans a second without', 'with the journal', 'ratio', 'acknowledged within, p95, ms, without / with'],
      rows,
      notes: [
        `The journal alone: ${alone.toFixed(0)} MiB a second from 16 senders; a write and fsync for each request, one after the other: ${bare.toFixed(0)} MiB a second (ratio ${(alone / bare).toFixed(2)}).`,
      ],
    }
  },
}

/** Each sender sends its next request when the previous one is acknowledged; evaluation is in one queue. */
async function send(
  requests: readonly TraceRequest[],
  { senders, journal }: { senders: number; journal?: TelemetryJournal },
): Promise<Measured> {
  const detector = new LoopDetector()
  const startMs = 1_772_524_800_000
  const delays: number[] = []
  let next = 0
  let queue: Promise<unknown> = Promise.resolve()
  const sender = async () => {
    while (next < requestCount) {
      const index = next
      next += 1
      const request = requests[index % requests.length] as TraceRequest
      const nowMs = startMs + index * 10
      stampRequest(request, index * spansPerRequest, nowMs)
      const body = Buffer.from(request.bytes)
      const sentAt = performance.now()
      if (journal) await appendTo(journal, body)
      queue = queue.then(() => {
        readOtlpProtobuf(body, 'traces', detector, defaultLimits)
        if (index % 6000 === 0) detector.advance(Math.floor(nowMs / 60_000) - 2)
      })
      await queue
      delays.push(performance.now() - sentAt)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: senders }, sender))
  const seconds = (performance.now() - started) / 1000
  return { spansPerSecond: (requestCount * spansPerRequest) / seconds, p95: percentile(delays, 0.95) }
}

async function appendTo(journal: TelemetryJournal, body: Buffer): Promise<void> {
  await journal.append({ organizationId: 'bench', signal: 'traces', encoding: 'protobuf', packing: '', body })
}

/** As the server does once the entries are in the warehouse: never while something is written. */
function empty(journal: TelemetryJournal): void {
  journal.rotate()
  for (const segment of journal.closed) journal.remove(segment)
}

/** MiB a second. */
async function appendAll(journal: TelemetryJournal, requests: readonly TraceRequest[], senders: number) {
  let next = 0
  let bytes = 0
  const started = performance.now()
  const sender = async () => {
    while (next < requestCount) {
      const body = Buffer.from((requests[next % requests.length] as TraceRequest).bytes)
      next += 1
      bytes += body.length
      await appendTo(journal, body)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return bytes / 1024 ** 2 / ((performance.now() - started) / 1000)
}

function syncOneByOne(path: string, requests: readonly TraceRequest[]): number {
  const descriptor = openSync(path, 'w')
  let bytes = 0
  const started = performance.now()
  for (let index = 0; index < requestCount; index += 1) {
    bytes += writeSync(descriptor, (requests[index % requests.length] as TraceRequest).bytes)
    fsyncSync(descriptor)
  }
  const perSecond = bytes / 1024 ** 2 / ((performance.now() - started) / 1000)
  closeSync(descriptor)
  return perSecond
}

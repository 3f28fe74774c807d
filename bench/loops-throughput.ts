/** Spans through decoding, aggregation and evaluation, as received: how many a second, in how much memory. */

import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import { readOtlpProtobuf } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { exportTraces } from '@kept/connectors/telemetry/testing/write-protobuf.ts'
import type { Span } from '@kept/domain/span.ts'
import { stronglyConnected } from '@kept/engine/loops/lineage/components.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { type Benchmark, median } from './benchmark.ts'

const total = Number(process.env.BENCH_SPANS ?? 10_000_000)
const perSecond = 50_000
const perRequest = 500
const services = Array.from({ length: 40 }, (_, index) => `service-${index}`)

export const loopsThroughputBenchmark: Benchmark = {
  name: 'loops-throughput',
  title: `Loops: ${total.toLocaleString('en-US')} spans of OTLP protobuf`,
  async run({ print }) {
    const detector = new LoopDetector()
    const requests = makeRequests()
    const heaps: number[] = []
    const startMs = 1_772_524_800_000
    let minute = Math.floor(startMs / 60_000)
    let worked = 0
    for (let sentSpans = 0; sentSpans < total; sentSpans += perRequest) {
      const nowMs = startMs + (sentSpans / perSecond) * 1000
      const request = requests[(sentSpans / perRequest) % requests.length] as Template
      stampRequest(request, sentSpans, nowMs)
      const startedAt = performance.now()
      readOtlpProtobuf(request.bytes, 'traces', detector, defaultLimits)
      if (Math.floor(nowMs / 60_000) > minute) {
        minute = Math.floor(nowMs / 60_000)
        detector.advance(minute - 2)
      }
      worked += performance.now() - startedAt
      if (sentSpans > 0 && sentSpans % (total / 10) === 0) {
        heaps.push(process.memoryUsage().rss / 1024 ** 2)
        print(
          `${sentSpans.toLocaleString('en-US')} spans, ${Math.round(sentSpans / (worked / 1000)).toLocaleString('en-US')} a second, ${Math.round(heaps.at(-1) ?? 0)} MiB`,
        )
      }
    }
    const graph = componentGraph()
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now()
      stronglyConnected(graph)
      return performance.now() - startedAt
    })
    return {
      description: `Requests of ${perRequest} spans each (traces of ten spans over ${services.length} services, six attributes a span), generated in advance and given new ids and times; one thread decodes, assembles traces, sums minutes and evaluates them. Generation is not counted.`,
      head: ['figure', 'value'],
      rows: [
        ['spans a second', Math.round(detector.spans / (worked / 1000)).toLocaleString('en-US')],
        [
          'memory after a tenth / half / all of it, MiB',
          [heaps[0], heaps[4], heaps.at(-1)].map((heap) => Math.round(heap ?? 0)).join(' / '),
        ],
        ['spans left out', String([...detector.dropped.values()].reduce((sum, items) => sum + items, 0))],
        [
          'confirmed loops (there is none)',
          String(detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined).length),
        ],
        ['components of a graph of 100,000 nodes and 300,000 edges, ms', median(times).toFixed(0)],
      ],
      notes: [
        'To reach: 50,000 spans a second on two cores, memory that does not grow, components of 100,000 spans in under a second.',
      ],
    }
  },
}

interface Template {
  bytes: Uint8Array
  /** The offsets of ids and times, which are overwritten. */
  traces: number[]
  times: number[]
}

/** Marks that cannot occur otherwise are searched for once, and overwritten for each sending. */
function makeRequests(): Template[] {
  return Array.from({ length: 20 }, (_, variant) => {
    const groups = services.slice(0, 10).map((_, level) => ({
      service: services[(level * 3 + variant) % services.length] as string,
      spans: [] as { span: Span; attributes: Record<string, string | number> }[],
    }))
    for (let trace = 0; trace < perRequest / 10; trace += 1) {
      groups.forEach(({ spans }, level) => {
        const hex = (value: number) => (value + 1).toString(16).padStart(16, '0')
        const span = {
          traceId: `fedcba98765432100000${(trace + 1).toString(16).padStart(12, '0')}`,
          spanId: hex(trace * 10 + level),
          parentSpanId: level === 0 ? '' : hex(trace * 10 + level - 1),
          name: `operation-${(variant * 7 + level) % 60}`,
          kind: level % 2 === 0 ? 'server' : 'client',
          status: 'unset',
          startMs: 1_772_524_800_000,
          durationMs: 20,
        } as Span
        spans.push({
          span,
          attributes: {
            'http.request.method': 'GET',
            'http.response.status_code': 200,
            'http.route': `/v1/things/${level}`,
            'net.peer.name': 'somewhere',
            'user.id': `user-${trace}`,
            'http.response.body.size': 1000 + trace,
          },
        })
      })
    }
    const bytes = exportTraces(groups)
    const view = new DataView(bytes.buffer)
    const traces: number[] = []
    const times: number[] = []
    const [first, last] = [1_772_524_800_000n * 1_000_000n, 1_772_524_800_020n * 1_000_000n]
    for (let offset = 0; offset + 10 < bytes.length; offset += 1) {
      if (view.getUint32(offset) === 0xfedcba98) traces.push(offset)
      if (bytes[offset] === 0x39 && view.getBigUint64(offset + 1, true) === first) times.push(offset + 1)
      if (bytes[offset] === 0x41 && view.getBigUint64(offset + 1, true) === last) times.push(offset + 1)
    }
    return { bytes, traces, times }
  })
}

function stampRequest({ bytes, traces, times }: Template, sentSpans: number, nowMs: number): void {
  const view = new DataView(bytes.buffer)
  for (const offset of traces) view.setUint32(offset + 4, sentSpans + 1)
  const nanos = BigInt(Math.round(nowMs)) * 1_000_000n
  for (const offset of times) view.setBigUint64(offset, nanos + (bytes[offset - 1] === 0x41 ? 20_000_000n : 0n), true)
}

function componentGraph(): Map<number, number[]> {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % 100_000
  }
  return new Map(Array.from({ length: 100_000 }, (_, node) => [node, [next(), next(), next()]]))
}

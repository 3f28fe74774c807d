/** Spans through decoding, aggregation and evaluation, as received: how many a second, in how much memory. */

import { defaultLimits } from '@kept/connectors/telemetry/limits.ts'
import { readOtlpProtobuf } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { stronglyConnected } from '@kept/engine/loops/lineage/components.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { type Benchmark, median } from './benchmark.ts'
import { makeTraceRequests, serviceCount, stampRequest, type TraceRequest } from './trace-requests.ts'

const total = Number(process.env.BENCH_SPANS ?? 10_000_000)
const perSecond = 50_000
const perRequest = 500

export const loopsThroughputBenchmark: Benchmark = {
  name: 'loops-throughput',
  title: `Loops: ${total.toLocaleString('en-US')} spans of OTLP protobuf`,
  async run({ print }) {
    const detector = new LoopDetector()
    const requests = makeTraceRequests(perRequest)
    const heaps: number[] = []
    const startMs = 1_772_524_800_000
    let minute = Math.floor(startMs / 60_000)
    let worked = 0
    for (let sentSpans = 0; sentSpans < total; sentSpans += perRequest) {
      const nowMs = startMs + (sentSpans / perSecond) * 1000
      const request = requests[(sentSpans / perRequest) % requests.length] as TraceRequest
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
      description: `Requests of ${perRequest} spans each (traces of ten spans over ${serviceCount} services, six attributes a span), generated in advance and given new ids and times; one thread decodes, assembles traces, sums minutes and evaluates them. Generation is not counted.`,
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

function componentGraph(): Map<number, number[]> {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % 100_000
  }
  return new Map(Array.from({ length: 100_000 }, (_, node) => [node, [next(), next(), next()]]))
}

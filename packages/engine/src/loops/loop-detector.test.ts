import { loopDetectionSchema, loopEvidenceSchema, loopStatisticsSchema } from '@kept/domain/loop.ts'
import type { MetricPoint, Span, TelemetryResource } from '@kept/domain/span.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyResource } from './aggregate/nodes.ts'
import { circumstancesOf } from './circumstances.ts'
import { LoopDetector } from './loop-detector.ts'
import { recordOf } from './record.ts'
import { loopStatistics } from './statistics.ts'

const start = 1_772_524_800_000
const service = (name: string): TelemetryResource => ({
  ...emptyResource,
  id: name,
  name,
  provider: 'aws',
  region: 'eu-west-1',
})
let ids = 0
const span = (more: Partial<Span>): Span => {
  ids += 1
  return {
    traceId: 't',
    spanId: `s${ids}`,
    parentSpanId: '',
    resource: service('fn'),
    name: 'run',
    kind: 'server',
    status: 'unset',
    startMs: start,
    durationMs: 5,
    probability: 1,
    links: [],
    facts: {},
    ...more,
  }
}

/** A chain of `count` visits, going through the services in turn. */
function chain(traceId: string, services: string[], count: number, startMs = start): Span[] {
  const spans: Span[] = []
  for (let step = 0; step < count; step += 1)
    spans.push(
      span({
        traceId,
        resource: service(services[step % services.length] as string),
        parentSpanId: spans.at(-1)?.spanId ?? '',
        startMs: startMs + step * 10,
      }),
    )
  return spans
}

function runDetector(spans: readonly Span[], points: readonly MetricPoint[] = []) {
  const detector = new LoopDetector()
  // Something else is known of the time before: what comes later is new.
  detector.span(span({ traceId: 'before', resource: service('other'), startMs: start - 10 * 60_000 }))
  for (const span of spans) detector.span(span)
  for (const point of points) detector.metric(point)
  detector.finish()
  return detector
}
const confirmed = (detector: LoopDetector) =>
  detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined).map(({ latest }) => latest.type)
const repeat = (count: number, create: (index: number) => Span[]) =>
  Array.from({ length: count }, (_, index) => create(index)).flat()

describe('the watch over spans', () => {
  it('confirms a recursion of one trace when it is deep, in any order of arrival', { timeout: 60_000 }, () => {
    const spans = chain('deep', ['fn'], 80)
    expect(confirmed(runDetector(spans))).toEqual(['recursive_function'])
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), (mixed) => {
        expect(confirmed(runDetector(mixed))).toEqual(['recursive_function'])
      }),
      { numRuns: 20 },
    )
  })
  it('distinguishes a circle of services from a function that calls itself, and from a callback', () => {
    expect(
      confirmed(runDetector(repeat(20, (index) => chain(`c${index}`, ['a', 'b', 'c'], 30, start + index * 1000)))),
    ).toEqual(['circular_dependency'])
    expect(
      confirmed(runDetector(repeat(500, (index) => chain(`k${index}`, ['a', 'b', 'a'], 3, start + index * 100)))),
    ).toEqual([])
  })
  it('leaves trees and pages of fifteen alone, however many', () => {
    expect(
      confirmed(runDetector(repeat(500, (index) => chain(`w${index}`, ['walk'], 15, start + index * 500)))),
    ).toEqual([])
  })
  it('adds the two ends of a webhook loop up, and leaves a fan-out of as many alone', () => {
    // Six hundred in five minutes to each end: neither is beyond the threshold by itself.
    const delivered = (object: (index: number) => string) =>
      repeat(1400, (index) => [
        span({
          traceId: `d${index}`,
          kind: 'server',
          name: 'POST /webhooks/ticket',
          resource: service(index % 2 === 0 ? 'hub' : 'desk'),
          startMs: start + index * 250,
          facts: { objectKey: object(index), eventName: 'updated', deliveryId: `${index}` },
        }),
      ])
    expect(confirmed(runDetector(delivered((index) => `ticket-${Math.floor(index / 100)}`)))).toEqual(['webhook_loop'])
    expect(confirmed(runDetector(delivered((index) => `ticket-${index}`)))).toEqual([])
  })
  it('follows messages from trace to trace', () => {
    const spans = repeat(80, (index) => {
      const run = span({
        traceId: `m${index}`,
        kind: 'consumer',
        startMs: start + index * 100,
        facts: index === 0 ? {} : { messageId: `message-${index}` },
      })
      return [
        run,
        span({
          traceId: `m${index}`,
          parentSpanId: run.spanId,
          kind: 'producer',
          name: 'send',
          startMs: start + index * 100 + 50,
          facts: { messageId: `message-${index + 1}` },
        }),
      ]
    })
    expect(confirmed(runDetector(spans))).toEqual(['recursive_function'])
  })
  it('believes a header that counts where the lineage itself is not seen', () => {
    const counted = (period: number) =>
      repeat(1500, (index) => [
        span({
          traceId: `h${index}`,
          kind: 'consumer',
          startMs: start + index * 100,
          facts: { lineageCount: index % period },
        }),
      ])
    expect(confirmed(runDetector(counted(40)))).toEqual(['recursive_function'])
    expect(confirmed(runDetector(counted(3)))).toEqual([])
  })
  it('rejects parents that form a circle and evaluates the rest', () => {
    const hostile = [
      span({ traceId: 'x', spanId: 'p', parentSpanId: 'q' }),
      span({ traceId: 'x', spanId: 'q', parentSpanId: 'p' }),
    ]
    const detector = runDetector([...hostile, ...chain('deep', ['fn'], 80)])
    expect(detector.dropped.get('spans whose parents form a circle')).toBe(2)
    expect(confirmed(detector)).toEqual(['recursive_function'])
  })
  it('a chain without end in one trace stays within its bounds', { timeout: 60_000 }, () => {
    const detector = new LoopDetector()
    let parentSpanId = ''
    for (let step = 0; step < 60_000; step += 1) {
      const next = span({ traceId: 'endless', parentSpanId, startMs: start + step * 5 })
      parentSpanId = next.spanId
      detector.span(next)
    }
    detector.finish()
    expect(confirmed(detector)).toEqual(['recursive_function'])
    expect(detector.incidents.all[0]?.worst.features.find(({ name }) => name === 'depth')?.value).toBe(59_999)
  })
  it('resolves what has been quiet for ten minutes, and takes its return for the same loop', () => {
    const burst = (minute: number) => chain(`b${minute}`, ['fn'], 80, start + minute * 60_000)
    const quiet = repeat(60, (minute) => [
      span({ traceId: `q${minute}`, name: 'other', startMs: start + minute * 60_000 }),
    ])
    const [incident] = runDetector([...burst(0), ...quiet]).incidents.all
    expect(incident?.state).toBe('resolved')
    const incidents = runDetector([...burst(0), ...quiet, ...burst(30)]).incidents.all
    expect(incidents).toHaveLength(1)
  })
})

describe('the watch over metrics', () => {
  const memory = (value: (minute: number) => number, minutes: number): MetricPoint[] =>
    Array.from({ length: minutes }, (_, minute) => ({
      resource: service('cache'),
      metric: 'memory_usage_mb',
      series: '',
      unit: '',
      kind: 'gauge' as const,
      timeMs: start + minute * 60_000,
      value: value(minute),
    }))
  it('suspects a fast leak without a known limit, but no plateau and no step', () => {
    const fast = runDetector(
      [],
      memory((minute) => 300 + 15 * minute, 90),
    )
    expect(fast.incidents.all.map(({ latest: { type, shape } }) => [type, shape])).toEqual([['memory_leak_loop', true]])
    expect(confirmed(fast)).toEqual([])
    expect(
      confirmed(
        runDetector(
          [],
          memory((minute) => 300 + 900 * (1 - Math.exp(-minute / 20)), 240),
        ),
      ),
    ).toEqual([])
    expect(
      confirmed(
        runDetector(
          [],
          memory((minute) => (minute < 60 ? 300 : 1300), 120),
        ),
      ),
    ).toEqual([])
  })
})

describe('a hub that every step passes', () => {
  /** Sagas of `steps` steps: the orchestrator, a step, the orchestrator, the next step ... */
  const sagas = (steps: number, step: (n: number) => string) =>
    Array.from({ length: 40 }, (_, n) =>
      chain(
        `saga-${n}`,
        Array.from({ length: steps * 2 }, (_of, index) => (index % 2 === 0 ? 'orchestrator' : step(index))),
        steps * 2,
        start + n * 5_000,
      ),
    ).flat()
  it('comes back alone, and is no circle', () => {
    expect(confirmed(runDetector(sagas(12, (index) => `step-${index}`)))).toEqual([])
  })
  it('is one with a step that comes back with it', () => {
    expect(confirmed(runDetector(sagas(12, () => 'step')))).toEqual(['circular_dependency'])
  })
})

describe('the description of a loop', () => {
  const detector = runDetector(chain('deep', ['fn'], 80))
  const [incident] = detector.incidents.all
  if (!incident) throw new Error('nothing was found')
  const price = {
    prices: [
      { sku_price_id: 'requests', unit_price: '0.01', currency: 'USD', units: '1', unit: '', source: 'given' as const },
    ],
  }
  const { detection, evidence } = recordOf(incident, circumstancesOf(incident, detector.surroundings), price)
  it('is a record of exactly the known fields', () => {
    expect(loopDetectionSchema.strict().parse(detection)).toEqual(detection)
    expect(loopEvidenceSchema.strict().parse(evidence)).toEqual(evidence)
    expect(detection).toMatchObject({
      resource_id: 'fn',
      status: 'active',
      loop_metrics: { iteration_count: 79 },
      detection_criteria: { threshold_type: 'iteration_count', threshold_value: 1000, measurement_window_minutes: 5 },
    })
    expect(evidence.cycle).toEqual([{ from: 'fn run', to: 'fn run', count: 79 }])
  })
  it('names each step once, and an operation called like its function by that one name', () => {
    const detector = runDetector(
      chain('deep', ['fn', 'queue'], 160).map((span) => ({ ...span, name: span.resource.name })),
    )
    const [incident] = detector.incidents.all
    if (!incident) throw new Error('nothing was found')
    const { technical_details } = recordOf(incident, circumstancesOf(incident, detector.surroundings)).detection
      .root_cause_analysis
    expect(technical_details).toMatch(
      /^(fn → queue → fn|queue → fn → queue)\. .* Removing step [12] of the cycle ends the loop\.$/,
    )
  })
  it('has no cost without a price, rather than none', () => {
    const unpriced = recordOf(incident, circumstancesOf(incident, detector.surroundings)).detection
    expect(unpriced.cost_impact).toEqual({ estimated_hourly_cost: null, estimated_total_cost: null, currency: 'USD' })
  })
  it('adds up to statistics of exactly the known fields', () => {
    const statistics = loopStatistics([
      detection,
      { ...detection, id: 'other', status: 'resolved', duration_seconds: 600 },
    ])
    expect(loopStatisticsSchema.strict().parse(statistics)).toEqual(statistics)
    expect(statistics.summary).toMatchObject({
      total_detections: 2,
      active_loops: 1,
      resolved_loops: 1,
      avg_resolution_time_minutes: 10,
    })
  })
})

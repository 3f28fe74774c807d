/** A view made by hand for tests of one detector: metric points, facts of minutes and events, seen at one minute. */

import { defaultCriteria, type LoopRule, loopRuleSchema } from '@kept/domain/loop-rule.ts'
import type { LoopType } from '@kept/domain/loop-types.ts'
import type { ChangeEvent, MetricPoint, Span, TelemetryResource } from '@kept/domain/span.ts'
import { EdgeHistory } from '../aggregate/edge-history.ts'
import { MinuteFacts } from '../aggregate/minute-facts.ts'
import { emptyResource, Nodes } from '../aggregate/nodes.ts'
import { SeriesStore } from '../aggregate/series.ts'
import { View } from '../view.ts'

/** The minute at which a hand-made view is seen, unless a test says otherwise. */
export const viewMinute = 1019

export const resourceOf = (name: string, more: Partial<TelemetryResource> = {}): TelemetryResource => ({
  ...emptyResource,
  id: name,
  name,
  ...more,
})

export const service = resourceOf('svc')

/** One point of a metric a minute, from `first` on. */
export function metricPoints(
  metric: string,
  values: readonly number[],
  { last = viewMinute, step = 1, ...more }: { last?: number; step?: number } & Partial<MetricPoint> = {},
): MetricPoint[] {
  return values.map((value, index) => ({
    ...{ resource: service, metric, series: '', unit: '', kind: 'gauge' as const },
    timeMs: (last - (values.length - 1 - index) * step) * 60_000,
    value,
    ...more,
  }))
}

export function spanOf(more: Partial<Span> = {}): Span {
  return {
    ...{ traceId: 't', spanId: 's', parentSpanId: '', resource: service, name: 'run', kind: 'server' },
    ...{ status: 'unset', startMs: viewMinute * 60_000, durationMs: 10, probability: 1, links: [], facts: {} },
    ...more,
  } as Span
}

export function eventOf(more: Partial<ChangeEvent>): ChangeEvent {
  return {
    ...{ resource: service, timeMs: viewMinute * 60_000, kind: 'scaling', from: null, to: null, delta: null },
    ...{ generation: '', actor: '', description: '', count: 1 },
    ...more,
  } as ChangeEvent
}

interface Observed {
  minute?: number
  points?: readonly MetricPoint[]
  events?: readonly ChangeEvent[]
  deploys?: ReadonlyMap<string, number>
  nodes?: Nodes
  history?: EdgeHistory
  webhookNodes?: ReadonlySet<number>
  /** Facts by minute. */
  facts?: ReadonlyMap<number, (facts: MinuteFacts) => void>
}

export function observedView({ minute = viewMinute, points = [], events = [], ...observed }: Observed): View {
  const series = new SeriesStore(1000)
  for (const point of points) series.add(point)
  const minutes = new Map<number, MinuteFacts>()
  const factsOf = (factMinute: number) => {
    const existing = minutes.get(factMinute) ?? new MinuteFacts(factMinute)
    minutes.set(factMinute, existing)
    return existing
  }
  for (const event of events) factsOf(Math.floor(event.timeMs / 60_000)).events.push(event)
  for (const [factMinute, fill] of observed.facts ?? []) fill(factsOf(factMinute))
  return new View({
    minute,
    nodes: observed.nodes ?? new Nodes(100),
    series,
    history: observed.history ?? new EdgeHistory(100),
    recent: [...minutes.values()].sort((a, b) => a.minute - b.minute),
    webhookNodes: observed.webhookNodes ?? new Set(),
    deploys: observed.deploys ?? new Map(),
  })
}

export function defaultRule(type: LoopType, more: Partial<LoopRule> = {}): LoopRule {
  return loopRuleSchema.parse({
    ...{ id: type, name: type, loop_type: type, detection_criteria: defaultCriteria[type] },
    ...more,
  })
}

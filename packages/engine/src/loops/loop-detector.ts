/**
 * The loop detector: telemetry arrives in any order and is summed by minute; minutes are evaluated in order. It has no
 * clock: the caller says up to which minute everything has arrived.
 */
import { defaultRules, type LoopRule } from '@kept/domain/loop-rule.ts'
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import { EdgeHistory } from './aggregate/edge-history.ts'
import { FirstSeen } from './aggregate/first-seen.ts'
import { flushVisits } from './aggregate/flush-visits.ts'
import { logTemplate } from './aggregate/log-template.ts'
import { edgeEnds, MinuteFacts, minuteLimits } from './aggregate/minute-facts.ts'
import { Nodes } from './aggregate/nodes.ts'
import { RunNotes } from './aggregate/note-run.ts'
import { SpanNotes } from './aggregate/note-span.ts'
import { RateHistory } from './aggregate/rate-history.ts'
import { Rollouts } from './aggregate/rollouts.ts'
import { SeriesStore } from './aggregate/series.ts'
import { thin } from './aggregate/thin.ts'
import { TraceIdRatio } from './aggregate/trace-id-ratio.ts'
import { type TraceLimits, Traces, traceLimits } from './aggregate/traces.ts'
import type { Surroundings } from './circumstances.ts'
import { evaluateRules } from './evaluate-rules.ts'
import type { LoopEvaluation } from './evaluation.ts'
import { Incidents } from './incidents.ts'
import { View } from './view.ts'

export interface LoopDetectorLimits {
  nodes: number
  series: number
  /** Minutes held before they are evaluated. */
  pendingMinutes: number
  pendingPoints: number
  traces: TraceLimits
}

export const detectorLimits: LoopDetectorLimits = {
  nodes: 50_000,
  series: 50_000,
  pendingMinutes: 100_000,
  pendingPoints: 5_000_000,
  traces: traceLimits,
}

/** Minutes of full facts retained behind the one that is evaluated. */
const retainedMinutes = 61
/** Where nothing is heard for longer, time is skipped once everything open has had time to end. */
const tailMinutes = 12
const maxChanges = 10_000

export class LoopDetector implements TelemetrySink {
  readonly nodes: Nodes
  readonly series: SeriesStore
  readonly incidents = new Incidents()
  readonly dropped = new Map<string, number>()
  readonly rules: readonly LoopRule[]
  spans = 0
  readonly #limits: LoopDetectorLimits
  readonly #sampled: number | undefined
  readonly #byIds = new TraceIdRatio()
  readonly #notes: SpanNotes
  readonly #traces: Traces
  readonly #history = new EdgeHistory(20_000)
  readonly #rates = new RateHistory(5_000)
  readonly #runs = new RunNotes()
  readonly #firstSeen = new FirstSeen(20_000)
  readonly #pending = new Map<number, MinuteFacts>()
  readonly #deploys = new Map<string, number>()
  readonly #changes: ChangeEvent[] = []
  readonly #rollouts = new Rollouts()
  #points: MetricPoint[] = []
  #recent: MinuteFacts[] = []
  #evaluatedMinute = Number.NEGATIVE_INFINITY
  readonly #onEvaluated: ((view: View, evaluations: readonly LoopEvaluation[]) => void) | undefined

  constructor(
    options: {
      rules?: readonly LoopRule[]
      /** The probability with which traces were kept that do not say so themselves. */
      sampled?: number | undefined
      limits?: LoopDetectorLimits
      onEvaluated?: (view: View, evaluations: readonly LoopEvaluation[]) => void
    } = {},
  ) {
    this.rules = (options.rules ?? defaultRules()).filter(({ enabled }) => enabled)
    this.#limits = options.limits ?? detectorLimits
    this.#sampled = options.sampled
    this.#onEvaluated = options.onEvaluated
    this.nodes = new Nodes(this.#limits.nodes)
    this.series = new SeriesStore(this.#limits.series)
    this.#notes = new SpanNotes(this.nodes)
    const flushContext = {
      nodes: this.nodes,
      minuteOf: (timeMs: number) => this.#minuteOf(timeMs),
      drop: (items: number, reason: string) => this.reject(items, reason),
    }
    this.#traces = new Traces(
      this.nodes,
      this.#limits.traces,
      (trace, visits) => {
        flushVisits(trace, visits, flushContext)
        this.#runs.note(visits, flushContext.minuteOf)
      },
      (items, reason) => this.reject(items, reason),
    )
  }

  /** What happened around: for the causes. */
  get surroundings(): Surroundings {
    return { deploys: this.#deploys, changes: this.#changes }
  }

  get traces(): number {
    return this.#traces.count
  }

  span(received: Span): void {
    const span = this.#weighed(received)
    this.spans += 1
    const facts = this.#minuteOf(span.startMs)
    if (!facts) {
      this.reject(1, 'spans that came after their minute was evaluated')
      return
    }
    if (this.#rollouts.beginsVersion(span.resource, this.#limits.nodes)) this.#deployed(span.resource.id, span.startMs)
    this.#notes.note(span, facts)
    this.#traces.add(span)
  }

  /** With the probability it was kept with: as it says, as the caller knows, or as the ids of the traces tell. */
  #weighed(span: Span): Span {
    if (span.probability < 1) return span
    const probability = this.#sampled ?? this.#byIds.note(span.resource.id, span.traceId)
    return probability < 1 ? { ...span, probability } : span
  }

  metric(point: MetricPoint): void {
    if (this.#points.length >= this.#limits.pendingPoints) {
      this.reject(1, 'metric points beyond the limit')
      return
    }
    this.#points.push(point)
  }

  log({ resource, timeMs, severity, body, key, traceId }: LogRecord): void {
    const { template, triesAgain, failed } = logTemplate(body)
    const facts = triesAgain ? this.#minuteOf(timeMs) : undefined
    if (!facts) return
    const node = this.nodes.idOf({ ...logSpan, resource, name: `log: ${template.slice(0, 120)}` })
    this.#notes.noteLogKey(facts, node, key, timeMs, failed || severity >= 13, traceId)
  }

  event(event: ChangeEvent): void {
    const facts = this.#minuteOf(event.timeMs)
    if (!facts) {
      this.reject(1, 'events that came after their minute was evaluated')
      return
    }
    if (facts.events.length >= minuteLimits.events) {
      this.reject(1, 'events beyond the limit of a minute')
      return
    }
    facts.events.push(event)
    const generation = this.#rollouts.begins(event)
    if (event.kind !== 'scaling' && this.#changes.length < maxChanges) this.#changes.push(event)
    else if (generation !== undefined && this.#changes.length < maxChanges)
      this.#changes.push({ ...event, kind: 'deploy', generation })
    if (event.kind === 'deploy') this.#deployed(event.resource.id, event.timeMs)
  }

  reject(items: number, reason: string): void {
    this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + items)
  }

  /** Everything up to and with this minute has arrived: evaluates what is not evaluated yet. */
  advance(throughMinute: number): void {
    const points = this.#points
      .filter(({ timeMs }) => Math.floor(timeMs / 60_000) <= throughMinute)
      .sort((a, b) => a.timeMs - b.timeMs)
    if (points.length > 0)
      this.#points = this.#points.filter(({ timeMs }) => Math.floor(timeMs / 60_000) > throughMinute)
    const minutes = new Set<number>()
    for (const minute of this.#pending.keys()) if (minute <= throughMinute) minutes.add(minute)
    for (const { timeMs } of points) minutes.add(Math.floor(timeMs / 60_000))
    let next = 0
    for (const minute of [...minutes].sort((a, b) => a - b)) {
      this.#pass(minute)
      for (let point = points[next]; point && Math.floor(point.timeMs / 60_000) <= minute; point = points[next]) {
        this.series.add(point)
        next += 1
      }
      this.#evaluate(minute)
    }
    if (throughMinute < Number.POSITIVE_INFINITY) this.#pass(throughMinute + 1)
  }

  /** No more telemetry comes: evaluates all that is there, and as long after as the last minute needs to be sure. */
  finish(): void {
    this.#traces.finish()
    this.advance(Number.POSITIVE_INFINITY)
    if (this.#evaluatedMinute === Number.NEGATIVE_INFINITY) return
    for (let round = 0; round < 2; round += 1) this.#evaluate(this.#evaluatedMinute + 1)
  }

  /** Evaluates the silent minutes before this one, as far as anything still open needs them. */
  #pass(minute: number): void {
    if (this.#evaluatedMinute === Number.NEGATIVE_INFINITY) return
    const last = Math.min(minute - 1, this.#evaluatedMinute + tailMinutes)
    for (let silent = this.#evaluatedMinute + 1; silent <= last; silent += 1) this.#evaluate(silent)
  }

  #evaluate(minute: number): void {
    if (minute <= this.#evaluatedMinute) return
    this.#evaluatedMinute = minute
    this.#firstSeen.begin(minute)
    const facts = this.#pending.get(minute)
    this.#pending.delete(minute)
    if (facts) this.#recent.push(facts)
    this.#recent = this.#recent.filter((minuteFacts) => minuteFacts.minute > minute - retainedMinutes)
    thin(this.#recent, this.rules, minute)
    const view = new View({
      minute,
      nodes: this.nodes,
      series: this.series,
      history: this.#history,
      rates: this.#rates,
      firstSeen: this.#firstSeen,
      recent: this.#recent,
      webhookNodes: this.#notes.webhookNodes,
      deploys: this.#deploys,
    })
    const evaluated = evaluateRules(view, this.rules)
    this.incidents.evaluate(minute, evaluated)
    this.#onEvaluated?.(
      view,
      evaluated.map(({ evaluation }) => evaluation),
    )
    if (facts) this.#learn(facts)
  }

  /** What is usual is learned from minutes in which nothing was wrong with the resource. */
  #learn({ minute, edges, requestEdges, nodes }: MinuteFacts): void {
    const open = this.incidents.openResources()
    for (const [node, { visits, failures }] of nodes)
      if (!open.has(this.nodes.get(node).resource.id)) this.#rates.note(node, minute, visits, failures)
    for (const [key, edge] of [...edges, ...requestEdges]) {
      if (edge.parents === 0) continue
      const [from, to] = edgeEnds(key)
      if (open.has(this.nodes.get(from).resource.id)) continue
      if (this.nodes.get(to).isDatabase || edge.failures > 0 || edge.count >= 20)
        this.#history.note(key, minute, edge.count / edge.parents, edge.failures > edge.count / 2)
    }
  }

  #minuteOf(timeMs: number): MinuteFacts | undefined {
    let minute = Math.floor(timeMs / 60_000)
    // A few minutes late counts with the next; later than that, its time is over.
    if (minute <= this.#evaluatedMinute) {
      if (minute < this.#evaluatedMinute - 3) return undefined
      minute = this.#evaluatedMinute + 1
    }
    const existing = this.#pending.get(minute)
    if (existing) return existing
    if (this.#pending.size >= this.#limits.pendingMinutes) return undefined
    const created = new MinuteFacts(minute)
    this.#pending.set(minute, created)
    return created
  }

  #deployed(id: string, timeMs: number): void {
    if (this.#deploys.size < this.#limits.nodes || this.#deploys.has(id))
      this.#deploys.set(id, Math.floor(timeMs / 60_000))
  }
}

const logSpan = {
  traceId: '',
  spanId: '',
  parentSpanId: '',
  kind: 'internal',
  status: 'unset',
  startMs: 0,
  durationMs: 0,
  probability: 1,
  links: [],
  facts: {},
} as const

/**
 * The watch of one organization: what is new is judged minute by minute as the clock goes; what comes late (a collector
 * that was offline, a replay) has a watch of its own and is judged when no more of it comes.
 */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { detectorLimits, LoopDetector, type LoopDetectorLimits } from '@kept/engine/loops/loop-detector.ts'
import type { SeenLoop } from '@kept/store/loops/save.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import type { PricingOf } from './pricing.ts'
import { allSeen, seenLoop, stateOf } from './seen-loops.ts'

const minuteMs = 60_000
/** Older than this is late; further in the future is a wrong clock. */
const lateMs = 10 * minuteMs
const earlyMs = 10 * minuteMs
/** Exporters send in batches: a minute is judged when it has been over for this long. */
const lagMs = 30_000
const lateQuietMs = 20_000
/** Without anything new for this long, what is still open in traces is taken as whole. */
const idleMs = 90_000
/** A watch remembers its incidents; with so many behind it and none open it begins anew. */
const maxRemembered = 1_000

/** Many organizations share a process. */
export const liveLimits: LoopDetectorLimits = {
  nodes: 20_000,
  series: 20_000,
  pendingMinutes: 1_440,
  pendingPoints: 500_000,
  traces: { ...detectorLimits.traces, spans: 50_000, spansOfOneTrace: 10_000 },
}

interface FoundLoops {
  loops: SeenLoop[]
  source: 'live' | 'file'
}

export class OrganizationLoopDetector {
  readonly #rules: readonly LoopRule[]
  #live: LoopDetector
  #late: LoopDetector | undefined
  readonly #told = new Map<string, string>()
  #lastLiveMs = Number.NEGATIVE_INFINITY
  #lastLateMs = Number.NEGATIVE_INFINITY
  #isSettled = true
  #dropsTold = new Map<string, number>()

  constructor(rules: readonly LoopRule[]) {
    this.#rules = rules
    this.#live = new LoopDetector({ rules, limits: liveLimits })
  }

  /** The live one, to be given what was kept of the last days before it begins. */
  get live(): LoopDetector {
    return this.#live
  }

  get lastHeardMs(): number {
    return Math.max(this.#lastLiveMs, this.#lastLateMs)
  }

  get hasOpen(): boolean {
    return this.#live.incidents.hasOpen || this.#late !== undefined
  }

  /** What was known before this watch began is not told as new. */
  forgetPast(): void {
    for (const incident of this.#live.incidents.all) this.#told.set(incident.id, stateOf(incident))
  }

  /** Takes a delivery in; what cannot be used is added to what it dropped. */
  feed(gathered: GatheredTelemetry, nowMs: number): void {
    const { spans, metrics, logs, events } = gathered
    for (const span of spans) this.#sinkFor(span.startMs, nowMs, gathered)?.span(span)
    for (const point of metrics) this.#sinkFor(point.timeMs, nowMs, gathered)?.metric(point)
    for (const record of logs) this.#sinkFor(record.timeMs, nowMs, gathered)?.log(record)
    for (const event of events) this.#sinkFor(event.timeMs, nowMs, gathered)?.event(event)
  }

  /** Judges what is due and returns what is new about incidents. */
  async tick(nowMs: number, pricingOf: PricingOf): Promise<FoundLoops[]> {
    const results: FoundLoops[] = []
    if (!this.#isSettled && nowMs - this.#lastLiveMs > idleMs) {
      this.#live.finish()
      this.#isSettled = true
    }
    this.#live.advance(Math.floor((nowMs - lagMs) / minuteMs) - 1)
    results.push({ loops: await this.#changed(this.#live, pricingOf), source: 'live' })
    if (this.#late && nowMs - this.#lastLateMs > lateQuietMs) {
      const lateDetector = this.#late
      this.#late = undefined
      lateDetector.finish()
      results.push({
        loops: await allSeen(lateDetector.incidents.all, lateDetector.surroundings, pricingOf),
        source: 'file',
      })
    }
    if (this.#live.incidents.all.length > maxRemembered && !this.#live.incidents.hasOpen) {
      this.#live = new LoopDetector({ rules: this.#rules, limits: liveLimits })
      this.#told.clear()
    }
    return results.filter(({ loops }) => loops.length > 0)
  }

  /** What the watches themselves dropped since this was last asked. */
  takeDrops(): Map<string, number> {
    const drops = new Map<string, number>()
    const now = new Map([...this.#live.dropped, ...(this.#late?.dropped ?? [])])
    for (const [reason, items] of now) {
      const newCount = items - (this.#dropsTold.get(reason) ?? 0)
      if (newCount > 0) drops.set(reason, newCount)
    }
    this.#dropsTold = now
    return drops
  }

  #sinkFor(timeMs: number, nowMs: number, gathered: GatheredTelemetry): LoopDetector | undefined {
    if (timeMs > nowMs + earlyMs) {
      gathered.reject(1, 'items more than ten minutes in the future')
      return undefined
    }
    if (timeMs >= nowMs - lateMs) {
      this.#lastLiveMs = nowMs
      this.#isSettled = false
      return this.#live
    }
    this.#late ??= new LoopDetector({ rules: this.#rules, limits: liveLimits })
    this.#lastLateMs = nowMs
    return this.#late
  }

  async #changed(detector: LoopDetector, pricingOf: PricingOf): Promise<SeenLoop[]> {
    const changed = detector.incidents.all.filter((incident) => this.#told.get(incident.id) !== stateOf(incident))
    if (changed.length === 0) return []
    const pricing = await pricingOf(changed)
    for (const incident of changed) this.#told.set(incident.id, stateOf(incident))
    return changed.map((incident) => seenLoop(incident, detector.surroundings, pricing(incident)))
  }
}

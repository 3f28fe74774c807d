/**
 * The detector of one organization: live telemetry is evaluated minute by minute; late telemetry (of a collector that
 * was offline, a replay) has its own detector and is evaluated when no more of it arrives.
 */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { detectorLimits, LoopDetector, type LoopDetectorLimits } from '@kept/engine/loops/loop-detector.ts'
import type { SeenLoop } from '@kept/store/loops/save.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import type { PricingOf } from './pricing.ts'
import { allSeen, seenLoop, stateOf } from './seen-loops.ts'

const minuteMs = 60_000
/** Older telemetry is late; telemetry from the future has a wrong clock. */
const lateMs = 10 * minuteMs
const earlyMs = 10 * minuteMs
/** Exporters send in batches: a minute is evaluated when it has been over for this long. */
const lagMs = 30_000
const lateQuietMs = 20_000
/** After this long without new spans, open traces count as complete. */
const idleMs = 90_000
/** A detector remembers its incidents; with so many of them and none open it is replaced. */
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
  readonly #reported = new Map<string, string>()
  #lastLiveMs = Number.NEGATIVE_INFINITY
  #lastLateMs = Number.NEGATIVE_INFINITY
  #isSettled = true
  #reportedDrops = new Map<string, number>()

  constructor(rules: readonly LoopRule[]) {
    this.#rules = rules
    this.#live = new LoopDetector({ rules, limits: liveLimits })
  }

  /** The live detector, which receives the stored measurements of the last days before it starts. */
  get live(): LoopDetector {
    return this.#live
  }

  get lastReceivedMs(): number {
    return Math.max(this.#lastLiveMs, this.#lastLateMs)
  }

  get hasOpen(): boolean {
    return this.#live.incidents.hasOpen || this.#late !== undefined
  }

  /** Incidents from before this detector started are not reported as new. */
  forgetPast(): void {
    for (const incident of this.#live.incidents.all) this.#reported.set(incident.id, stateOf(incident))
  }

  /** Accepts a delivery; unusable items are counted as dropped. */
  feed(gathered: GatheredTelemetry, nowMs: number): void {
    const { spans, metrics, logs, events } = gathered
    for (const span of spans) this.#sinkFor(span.startMs, nowMs, gathered)?.span(span)
    for (const point of metrics) this.#sinkFor(point.timeMs, nowMs, gathered)?.metric(point)
    for (const record of logs) this.#sinkFor(record.timeMs, nowMs, gathered)?.log(record)
    for (const event of events) this.#sinkFor(event.timeMs, nowMs, gathered)?.event(event)
  }

  /** Evaluates what is due and returns changed incidents. */
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
      this.#reported.clear()
    }
    return results.filter(({ loops }) => loops.length > 0)
  }

  /** Items that the detectors dropped since the last call. */
  takeDrops(): Map<string, number> {
    const drops = new Map<string, number>()
    const now = new Map([...this.#live.dropped, ...(this.#late?.dropped ?? [])])
    for (const [reason, items] of now) {
      const newCount = items - (this.#reportedDrops.get(reason) ?? 0)
      if (newCount > 0) drops.set(reason, newCount)
    }
    this.#reportedDrops = now
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
    const changed = detector.incidents.all.filter((incident) => this.#reported.get(incident.id) !== stateOf(incident))
    if (changed.length === 0) return []
    const pricing = await pricingOf(changed)
    for (const incident of changed) this.#reported.set(incident.id, stateOf(incident))
    return changed.map((incident) => seenLoop(incident, detector.surroundings, pricing(incident)))
  }
}

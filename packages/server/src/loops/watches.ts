/** The watches of all organisations that send telemetry to this process, and the tick that judges them. */
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { TelemetrySignal } from '@kept/domain/telemetry.ts'
import { endUnseenLoops } from '@kept/store/loops/end-unseen.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { countIntake } from '@kept/store/telemetry/intake.ts'
import { replayTelemetry, writeTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../platform/telemetry-sink.ts'
import { rulesInForce } from './all-rules.ts'
import { KeptPart } from './keep-some.ts'
import { OrganizationWatch } from './organization-watch.ts'
import { type PricingOf, pricingOf } from './pricing.ts'
import { tellOfLoops } from './tell.ts'
import { WatchLease } from './watch-lease.ts'

type Doors = Pick<Services, 'state' | 'now' | 'log'> & {
  /** What may be done about loops that were just judged; it keeps its failures to itself. */
  remediate(scope: Scope, saved: readonly SavedLoop[]): Promise<void>
}

interface Watched {
  scope: Scope
  watch: OrganizationWatch
  rules: string
  kept: KeptPart
  counts: Map<TelemetrySignal, Map<string, number>>
  pricing: PricingOf
}

const unseenMs = 15 * 60_000
const forgetAfterMs = 60 * 60_000
/** Leaks take days to be sure of: what was measured before a restart is given to the new watch. */
const seriesBehindMs = 48 * 3_600_000
const mostReplayed = 100_000

export class Watches {
  readonly #doors: Doors
  readonly #lease: WatchLease
  readonly #all = new Map<string, Promise<Watched>>()
  #minute = 0
  #ticking: Promise<void> = Promise.resolve()

  constructor(doors: Doors) {
    this.#doors = doors
    this.#lease = new WatchLease(doors.state)
  }

  /** Takes a decoded delivery in; what of it is not used is added to what it dropped. */
  async takeIn(scope: Scope, signal: OtlpSignal, gathered: GatheredTelemetry): Promise<void> {
    if (!(await this.#lease.isMine(scope))) return this.#lease.handOn(scope, signal, gathered)
    this.#feed(await this.#of(scope), signal, gathered)
  }

  /** Lets go of every organisation, so that another process may watch them at once. */
  async leave(): Promise<void> {
    for (const organizationId of this.#all.keys()) await this.#lease.leave({ organizationId })
  }

  #feed(watched: Watched, signal: OtlpSignal, gathered: GatheredTelemetry): void {
    const items = gathered.items
    watched.kept.add(gathered)
    watched.watch.feed(gathered, this.#doors.now().getTime())
    const early = gathered.dropped.get('items more than ten minutes in the future') ?? 0
    count(watched, signal, '', items - early)
    for (const [why, dropped] of gathered.dropped) count(watched, signal, why, dropped)
  }

  /** Judges every organisation up to now; of two calls at once the second waits for the first. */
  tick(): Promise<void> {
    this.#ticking = this.#ticking.then(() => this.#tickAll())
    return this.#ticking
  }

  /** Whether telemetry came in lately. */
  async isListening({ organizationId }: Scope): Promise<boolean> {
    const watched = await this.#all.get(organizationId)
    return watched !== undefined && this.#doors.now().getTime() - watched.watch.lastHeardMs < forgetAfterMs
  }

  async #tickAll(): Promise<void> {
    const nowMs = this.#doors.now().getTime()
    const minute = Math.floor(nowMs / 60_000)
    const minuteEnds = minute !== this.#minute
    this.#minute = minute
    for (const [id, made] of [...this.#all]) {
      try {
        const watched = await made
        if (!(await this.#lease.isMine(watched.scope, { anew: true }))) {
          // Another process took it up while this one was away; two would find half of everything.
          this.#all.delete(id)
          continue
        }
        for (const { signal, gathered } of await this.#lease.takeHandedOn(watched.scope))
          this.#feed(watched, signal as OtlpSignal, gathered)
        await this.#tickOne(watched, nowMs, minuteEnds)
        // Changed here or in another process: the next delivery begins a watch with the new ones.
        if (watched.rules !== JSON.stringify(await this.#rulesOf(watched.scope))) this.#all.delete(id)
        if (nowMs - watched.watch.lastHeardMs > forgetAfterMs && !watched.watch.hasOpen) {
          this.#all.delete(id)
          await this.#lease.leave(watched.scope)
        }
      } catch (error) {
        this.#doors.log.warn({ err: error, organization_id: id }, 'loops were not judged; the next tick tries again')
      }
    }
    if (minuteEnds) await this.#endUnwatched(nowMs)
  }

  async #tickOne(watched: Watched, nowMs: number, minuteEnds: boolean): Promise<void> {
    const { scope, watch, kept, counts } = watched
    const { state, log } = this.#doors
    const now = new Date(nowMs)
    for (const { seen, source } of await watch.tick(nowMs, watched.pricing)) {
      const saved = await saveLoops(state.database, scope, seen, { now, source })
      await tellOfLoops(state.database, scope, saved)
      if (source === 'live') await this.#doors.remediate(scope, saved)
      log.info({ organization_id: scope.organizationId, loops: saved.length, source }, 'loops judged')
    }
    // After judging: what is kept for later must not hold up what is found now.
    await writeTelemetry(state.warehouse, scope, kept.take(minuteEnds), now)
    for (const [why, items] of watch.takeDrops()) count(watched, 'traces', why, items)
    const intake = [...counts].flatMap(([signal, whys]) => [...whys].map(([why, items]) => ({ signal, why, items })))
    counts.clear()
    await countIntake(
      state.database,
      scope,
      intake.filter(({ items }) => items > 0),
      now,
    )
  }

  /** Of organisations that nobody here listens to: what was open before a restart and was not seen again. */
  async #endUnwatched(nowMs: number): Promise<void> {
    const { state } = this.#doors
    const now = new Date(nowMs)
    for (const { id } of await listOrganizations(state.database))
      await endUnseenLoops(state.database, { organizationId: id }, { before: new Date(nowMs - unseenMs), now })
  }

  #of(scope: Scope): Promise<Watched> {
    const known = this.#all.get(scope.organizationId)
    if (known) return known
    const made = this.#open(scope)
    this.#all.set(scope.organizationId, made)
    // A failure (the database was restarting) must not be remembered.
    made.catch(() => this.#all.delete(scope.organizationId))
    return made
  }

  async #open(scope: Scope): Promise<Watched> {
    const { state, now } = this.#doors
    const rules = await this.#rulesOf(scope)
    const watch = new OrganizationWatch(rules)
    const before = {
      span: () => undefined,
      log: () => undefined,
      event: () => undefined,
      metric: watch.live.metric.bind(watch.live),
      reject: () => undefined,
    }
    const since = new Date(now().getTime() - seriesBehindMs)
    await replayTelemetry(state.warehouse, scope, before, { since, most: mostReplayed, signal: 'metric' })
    watch.live.advance(Math.floor(now().getTime() / 60_000) - 15)
    watch.forgetPast()
    return {
      scope,
      watch,
      rules: JSON.stringify(rules),
      kept: new KeptPart(),
      counts: new Map(),
      pricing: pricingOf(this.#doors, scope),
    }
  }

  async #rulesOf(scope: Scope) {
    return rulesInForce(await listStoredRules(this.#doors.state.database, scope)).map(({ rule }) => rule)
  }
}

function count({ counts }: Watched, signal: TelemetrySignal, why: string, items: number): void {
  const whys = counts.get(signal) ?? new Map<string, number>()
  counts.set(signal, whys.set(why, (whys.get(why) ?? 0) + items))
}

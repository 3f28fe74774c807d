/** The watches of all organizations that send telemetry to this process, and the tick that judges them. */
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { endUnseenLoops } from '@kept/store/loops/end-unseen.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { isBatchStored } from '@kept/store/telemetry/batches.ts'
import { replayTelemetry } from '@kept/store/telemetry/items.ts'
import { hasRelayed } from '@kept/store/telemetry/relay.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import {
  type JournalEntry,
  type JournalSegment,
  readSegment,
  type TelemetryJournal,
} from '../telemetry/public/telemetry-journal.ts'
import { rulesInForce } from './all-rules.ts'
import { DetectorLease } from './detector-lease.ts'
import { Gate } from './gate.ts'
import { addCount, type Batch, emptyBatch, Intake, partOf, storeBatch } from './intake-batches.ts'
import { notifyLoops } from './notify-loops.ts'
import { OrganizationLoopDetector } from './organization-loop-detector.ts'
import { type PricingOf, pricingOf } from './pricing.ts'

type Doors = Pick<Services, 'state' | 'now' | 'log'> & {
  /** What may be done about loops that were just judged; it keeps its failures to itself. */
  remediate(scope: Scope, saved: readonly SavedLoop[]): Promise<void>
  journal: TelemetryJournal
  /** Decodes a delivery of the journal as it was decoded when it came. */
  decode(entry: JournalEntry): Promise<GatheredTelemetry>
}

interface Watched {
  scope: Scope
  detector: OrganizationLoopDetector
  rules: string
  pricing: PricingOf
}

/** Five minutes of ticks whose batches could not be stored: then senders are asked to come again. */
const maxUnstored = 30
const unseenMs = 15 * 60_000
const forgetAfterMs = 60 * 60_000
/** Leaks take days to be sure of: what was measured before a restart is given to the new watch. */
const seriesBehindMs = 48 * 3_600_000
const maxReplayed = 100_000

export class Watches {
  readonly #deps: Doors
  readonly #lease: DetectorLease
  readonly #all = new Map<string, Promise<Watched>>()
  readonly #intakes = new Map<string, Intake>()
  readonly #gate = new Gate()
  /** Oldest first. */
  #unstored: Batch[] = []
  #isRecovered = false
  #minute = 0
  #ticking: Promise<void> = Promise.resolve()

  constructor(deps: Doors) {
    this.#deps = deps
    this.#lease = new DetectorLease(deps.state)
  }

  /**
   * Takes a decoded delivery in; what of it is not used is added to what it dropped. When this resolves the delivery is
   * on disk: here in the journal, or in the database for the process that watches. What this process made itself (the
   * demo's) was promised to nobody.
   */
  async takeIn(
    scope: Scope,
    signal: OtlpSignal,
    gathered: GatheredTelemetry,
    delivery: Pick<JournalEntry, 'encoding' | 'packing' | 'body'> | 'internal',
  ): Promise<void> {
    if (!(await this.#lease.isMine(scope))) return this.#lease.handOn(scope, signal, gathered)
    if (this.#unstored.length >= maxUnstored) {
      throw new KeptError('too_many_requests', 'Telemetry cannot be stored at the moment. Send this again later.', {
        details: { retry_after: 30 },
      })
    }
    await this.#of(scope)
    await this.#gate.enter(async () => {
      if (delivery !== 'internal')
        await this.#deps.journal.append({ organizationId: scope.organizationId, signal, ...delivery })
      ;(await this.#of(scope)).detector.feed(gathered, this.#deps.now().getTime())
      this.#intakeOf(scope).add(signal, gathered)
    })
  }

  /** Lets go of every organization, so that another process may watch them at once. */
  async leave(): Promise<void> {
    for (const organizationId of this.#all.keys()) await this.#lease.leave({ organizationId })
  }

  #intakeOf(scope: Scope): Intake {
    const existing = this.#intakes.get(scope.organizationId)
    if (existing) return existing
    const intake = new Intake(scope)
    this.#intakes.set(scope.organizationId, intake)
    return intake
  }

  /** Judges every organization up to now; of two calls at once the second waits for the first. */
  tick(): Promise<void> {
    this.#ticking = this.#ticking.then(() => this.#tickAll())
    return this.#ticking
  }

  /** Whether telemetry came in lately. */
  async isListening({ organizationId }: Scope): Promise<boolean> {
    const entry = await this.#all.get(organizationId)
    return entry !== undefined && this.#deps.now().getTime() - entry.detector.lastHeardMs < forgetAfterMs
  }

  async #tickAll(): Promise<void> {
    const nowMs = this.#deps.now().getTime()
    const minute = Math.floor(nowMs / 60_000)
    const minuteEnds = minute !== this.#minute
    this.#minute = minute
    await this.#recoverOnce()
    if (minuteEnds) await this.#adoptWaiting()
    await this.#takeHandedOn()
    const batch = await this.#gate.runExclusive(() => this.#takeBatch(minuteEnds))
    for (const [id, opening] of [...this.#all]) {
      try {
        const entry = await opening
        if (!(await this.#lease.isMine(entry.scope))) {
          // Another process took it up while this one was away; two would find half of everything.
          this.#all.delete(id)
          continue
        }
        await this.#tickOne(entry, nowMs, batch)
        // Changed here or in another process: the next delivery begins a watch with the new ones.
        if (entry.rules !== JSON.stringify(await this.#rulesOf(entry.scope))) this.#all.delete(id)
        if (nowMs - entry.detector.lastHeardMs > forgetAfterMs && !entry.detector.hasOpen) {
          this.#all.delete(id)
          await this.#lease.leave(entry.scope)
        }
      } catch (error) {
        this.#deps.log.warn(
          { event: 'loops.evaluation_failed', err: error, organization_id: id },
          'loops not evaluated; retries at the next tick',
        )
      }
    }
    // After judging: what is stored for later must not hold up what is found now.
    if (batch.parts.size > 0 || batch.segment) this.#unstored.push(batch)
    await this.#storeAll(new Date(nowMs))
    if (minuteEnds) await this.#endUnwatched(nowMs)
  }

  #takeBatch(minuteEnds: boolean): Batch {
    const batch = emptyBatch(this.#deps.journal.rotate())
    for (const [id, intake] of this.#intakes) {
      intake.takeInto(batch, minuteEnds)
      if (!this.#all.has(id)) this.#intakes.delete(id)
    }
    return batch
  }

  /** Oldest first; one that cannot be stored now is tried again at the next tick, and those behind it wait. */
  async #storeAll(now: Date): Promise<void> {
    const { state, journal, log } = this.#deps
    for (let batch = this.#unstored[0]; batch; batch = this.#unstored[0]) {
      try {
        await storeBatch(state, batch, now)
      } catch (error) {
        log.warn(
          { event: 'telemetry.store_failed', err: error, batch_id: batch.id },
          'telemetry not stored; retries at the next tick',
        )
        return
      }
      if (batch.segment) journal.remove(batch.segment)
      this.#unstored.shift()
    }
  }

  /** What was handed on to a process that is gone: whoever can watches that organization now. */
  async #adoptWaiting(): Promise<void> {
    const { state, log } = this.#deps
    try {
      for (const { id } of await listOrganizations(state.database)) {
        const scope = { organizationId: id }
        if (this.#all.has(id) || !(await hasRelayed(state.database, scope))) continue
        if (await this.#lease.isMine(scope, { anew: true })) await this.#of(scope)
      }
    } catch (error) {
      log.warn(
        { event: 'telemetry.relay_scan_failed', err: error },
        'forwarded telemetry not checked; retries in a minute',
      )
    }
  }

  /** What other processes received of the organizations that are watched here. */
  async #takeHandedOn(): Promise<void> {
    for (const [id, opening] of [...this.#all]) {
      try {
        const { scope } = await opening
        if (!(await this.#lease.isMine(scope, { anew: true }))) continue
        const relayedIds = this.#unstored.flatMap(({ parts }) => parts.get(id)?.relayed ?? [])
        for (const delivery of await this.#lease.listHandedOn(scope, relayedIds)) {
          ;(await opening).detector.feed(delivery.gathered, this.#deps.now().getTime())
          this.#intakeOf(scope).add(delivery.signal, delivery.gathered, delivery.id)
        }
      } catch (error) {
        this.#deps.log.warn(
          { event: 'telemetry.relay_read_failed', err: error, organization_id: id },
          'forwarded telemetry not read',
        )
      }
    }
  }

  /** What a former Kept had acknowledged and not yet stored when it was killed. */
  async #recoverOnce(): Promise<void> {
    if (this.#isRecovered) return
    const { journal, log } = this.#deps
    try {
      for (const segment of journal.closed) {
        if (this.#unstored.some(({ id }) => id === segment.id)) continue
        const batch = await this.#read(segment)
        this.#unstored.push(batch)
        log.info(
          { event: 'telemetry.journal_recovered', batch_id: segment.id, organizations: batch.parts.size },
          'telemetry recovered from the journal',
        )
      }
      this.#isRecovered = true
    } catch (error) {
      log.warn(
        { event: 'telemetry.journal_recovery_failed', err: error },
        'telemetry journal not read; retries at the next tick',
      )
    }
  }

  async #read(segment: JournalSegment): Promise<Batch> {
    const { state, decode, now } = this.#deps
    const batch = emptyBatch(segment)
    const organizations = new Set((await listOrganizations(state.database)).map(({ id }) => id))
    const byOrganization = Map.groupBy(await readSegment(segment), ({ organizationId }) => organizationId)
    for (const [organizationId, entries] of byOrganization) {
      const scope = { organizationId }
      if (!organizations.has(organizationId) || (await isBatchStored(state.database, scope, segment.id))) continue
      const intake = new Intake(scope)
      const isMine = await this.#lease.isMine(scope)
      for (const entry of entries) {
        const gathered = await decode(entry)
        // Another process watches by now: it finds the loops in it. What is stored stays with this batch.
        if (isMine) (await this.#of(scope)).detector.feed(gathered, now().getTime())
        intake.add(entry.signal, gathered)
      }
      intake.takeInto(batch, true)
    }
    return batch
  }

  async #tickOne(entry: Watched, nowMs: number, batch: Batch): Promise<void> {
    const { scope, detector } = entry
    const { state, log } = this.#deps
    const now = new Date(nowMs)
    for (const { loops: found, source } of await detector.tick(nowMs, entry.pricing)) {
      const saved = await saveLoops(state.database, scope, found, { now, source })
      await notifyLoops(state.database, scope, saved)
      if (source === 'live') await this.#deps.remediate(scope, saved)
      log.info(
        { event: 'loops.evaluated', organization_id: scope.organizationId, loops: saved.length, source },
        'loops evaluated',
      )
    }
    for (const [reason, items] of detector.takeDrops()) addCount(partOf(batch, scope), 'traces', reason, items)
  }

  /** Of organizations that nobody here listens to: what was open before a restart and was not seen again. */
  async #endUnwatched(nowMs: number): Promise<void> {
    const { state } = this.#deps
    const now = new Date(nowMs)
    for (const { id } of await listOrganizations(state.database))
      await endUnseenLoops(state.database, { organizationId: id }, { before: new Date(nowMs - unseenMs), now })
  }

  #of(scope: Scope): Promise<Watched> {
    const existing = this.#all.get(scope.organizationId)
    if (existing) return existing
    const opening = this.#open(scope)
    this.#all.set(scope.organizationId, opening)
    // A failure (the database was restarting) must not be remembered.
    opening.catch(() => this.#all.delete(scope.organizationId))
    return opening
  }

  async #open(scope: Scope): Promise<Watched> {
    const { state, now } = this.#deps
    const rules = await this.#rulesOf(scope)
    const detector = new OrganizationLoopDetector(rules)
    const before = {
      span: () => undefined,
      log: () => undefined,
      event: () => undefined,
      metric: detector.live.metric.bind(detector.live),
      reject: () => undefined,
    }
    const startTime = new Date(now().getTime() - seriesBehindMs)
    await replayTelemetry(state.warehouse, scope, before, { after: startTime, maxItems: maxReplayed, signal: 'metric' })
    detector.live.advance(Math.floor(now().getTime() / 60_000) - 15)
    detector.forgetPast()
    return {
      scope,
      detector,
      rules: JSON.stringify(rules),
      pricing: pricingOf(this.#deps, scope),
    }
  }

  async #rulesOf(scope: Scope) {
    return rulesInForce(await listStoredRules(this.#deps.state.database, scope)).map(({ rule }) => rule)
  }
}

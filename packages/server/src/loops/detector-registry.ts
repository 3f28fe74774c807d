/** The detectors of all organizations that send telemetry to this process, and the tick that evaluates them. */
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { endUnseenLoops } from '@kept/store/loops/end-unseen.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { isBatchStored } from '@kept/store/telemetry/batches.ts'
import { hasRelayed } from '@kept/store/telemetry/relay.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import {
  type JournalEntry,
  type JournalSegment,
  readSegment,
  type TelemetryJournal,
} from '../telemetry/public/telemetry-journal.ts'
import { DetectorLease } from './detector-lease.ts'
import { Gate } from './gate.ts'
import { addCount, type Batch, emptyBatch, Intake, partOf } from './intake-batches.ts'
import { notifyLoops } from './notify-loops.ts'
import { openDetector, type RegisteredDetector, readRules } from './open-detector.ts'
import { UnstoredBatches } from './unstored-batches.ts'

type Deps = Pick<Services, 'state' | 'now' | 'log' | 'config'> & {
  /** Remediation of loops that were just evaluated; it handles its own errors. */
  remediate(scope: Scope, saved: readonly SavedLoop[]): Promise<void>
  journal: TelemetryJournal
  /** Decodes a delivery of the journal like a received one. */
  decode(entry: JournalEntry): Promise<GatheredTelemetry>
}

const unseenMs = 15 * 60_000
const forgetAfterMs = 60 * 60_000

export class DetectorRegistry {
  readonly #deps: Deps
  readonly #lease: DetectorLease
  readonly #all = new Map<string, Promise<RegisteredDetector>>()
  readonly #intakes = new Map<string, Intake>()
  readonly #gate = new Gate()
  readonly #unstored: UnstoredBatches
  #minute = 0
  #ticking: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#lease = new DetectorLease(deps)
    this.#unstored = new UnstoredBatches(deps)
  }

  /**
   * Accepts a decoded delivery; unused items are counted as dropped. When this resolves, the delivery is on disk: here
   * in the journal, or in the database for the holder of the lease. Telemetry of this process itself (the demo's) has
   * no sender to acknowledge and is not journaled.
   */
  async takeIn(
    scope: Scope,
    signal: OtlpSignal,
    gathered: GatheredTelemetry,
    delivery: Pick<JournalEntry, 'encoding' | 'packing' | 'body'> | 'internal',
  ): Promise<void> {
    if (!(await this.#lease.isMine(scope))) return this.#lease.handOn(scope, signal, gathered)
    if (this.#unstored.isFull) {
      throw new KeptError('too_many_requests', 'Telemetry cannot be stored at the moment. Send this again later.', {
        details: { retry_after: 30 },
      })
    }
    await this.#detectorOf(scope)
    await this.#gate.enter(async () => {
      if (delivery !== 'internal')
        await this.#deps.journal.append({ organizationId: scope.organizationId, signal, ...delivery })
      ;(await this.#detectorOf(scope)).detector.feed(gathered, this.#deps.now().getTime())
      this.#intakeOf(scope).add(signal, gathered)
    })
  }

  /** Releases every organization, so that another process may take over at once. */
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

  /** Evaluates every organization up to now; of two concurrent calls the second waits for the first. */
  tick(): Promise<void> {
    this.#ticking = this.#ticking.then(() => this.#tickAll())
    return this.#ticking
  }

  /** Whether telemetry was received recently. */
  async isListening({ organizationId }: Scope): Promise<boolean> {
    const entry = await this.#all.get(organizationId)
    return entry !== undefined && this.#deps.now().getTime() - entry.detector.lastReceivedMs < forgetAfterMs
  }

  async #tickAll(): Promise<void> {
    const nowMs = this.#deps.now().getTime()
    const minute = Math.floor(nowMs / 60_000)
    const minuteEnds = minute !== this.#minute
    this.#minute = minute
    await this.#unstored.recoverOnce((segment) => this.#read(segment))
    if (minuteEnds) await this.#adoptWaiting()
    await this.#takeHandedOn()
    const batch = await this.#gate.runExclusive(() => this.#takeBatch(minuteEnds))
    for (const [id, opening] of [...this.#all]) await this.#evaluate(id, opening, nowMs, batch)
    // After the evaluation: storing must not delay detection.
    this.#unstored.add(batch)
    await this.#unstored.store(new Date(nowMs))
    if (minuteEnds) await this.#endUnwatched(nowMs)
  }

  /** A failure ends neither the tick nor the detector. */
  async #evaluate(id: string, opening: Promise<RegisteredDetector>, nowMs: number, batch: Batch): Promise<void> {
    try {
      const entry = await opening
      if (!(await this.#lease.isMine(entry.scope))) {
        // Another process took the lease while this one was away; two would each see half of the telemetry.
        this.#all.delete(id)
        return
      }
      await this.#tickOne(entry, nowMs, batch)
      // Changed here or in another process: the next delivery creates a detector with the new rules.
      if (entry.rules !== JSON.stringify(await readRules(this.#deps, entry.scope))) this.#all.delete(id)
      if (nowMs - entry.detector.lastReceivedMs > forgetAfterMs && !entry.detector.hasOpen) {
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

  #takeBatch(minuteEnds: boolean): Batch {
    const batch = emptyBatch(this.#deps.journal.rotate())
    for (const [id, intake] of this.#intakes) {
      intake.takeInto(batch, minuteEnds)
      if (!this.#all.has(id)) this.#intakes.delete(id)
    }
    return batch
  }

  /** Telemetry that was forwarded to a process that is gone: any process may take the lease now. */
  async #adoptWaiting(): Promise<void> {
    const { state, log } = this.#deps
    try {
      for (const { id } of await listOrganizations(state.database)) {
        const scope = { organizationId: id }
        if (this.#all.has(id) || !(await hasRelayed(state.database, scope))) continue
        if (await this.#lease.isMine(scope, { refresh: true })) await this.#detectorOf(scope)
      }
    } catch (error) {
      log.warn(
        { event: 'telemetry.relay_scan_failed', err: error },
        'forwarded telemetry not checked; retries in a minute',
      )
    }
  }

  /** Telemetry that other processes received for organizations evaluated here. */
  async #takeHandedOn(): Promise<void> {
    for (const [id, opening] of [...this.#all]) {
      try {
        const { scope } = await opening
        if (!(await this.#lease.isMine(scope, { refresh: true }))) continue
        const relayedIds = this.#unstored.relayedOf(id)
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
        // Another process holds the lease by now and evaluates the rest. Stored counts stay with this batch.
        if (isMine) (await this.#detectorOf(scope)).detector.feed(gathered, now().getTime())
        intake.add(entry.signal, gathered)
      }
      intake.takeInto(batch, true)
    }
    return batch
  }

  async #tickOne(entry: RegisteredDetector, nowMs: number, batch: Batch): Promise<void> {
    const { scope, detector } = entry
    const { state, log } = this.#deps
    const now = new Date(nowMs)
    for (const { loops: detected, source } of await detector.tick(nowMs, entry.pricing)) {
      const saved = await saveLoops(state.database, scope, detected, { now, source })
      await notifyLoops(state.database, scope, saved)
      if (source === 'live') await this.#deps.remediate(scope, saved)
      log.info(
        { event: 'loops.evaluated', organization_id: scope.organizationId, loops: saved.length, source },
        'loops evaluated',
      )
    }
    for (const [reason, items] of detector.takeDrops()) addCount(partOf(batch, scope), 'traces', reason, items)
  }

  /** Of organizations without a detector: incidents from before a restart that were not detected again. */
  async #endUnwatched(nowMs: number): Promise<void> {
    const { state } = this.#deps
    const now = new Date(nowMs)
    for (const { id } of await listOrganizations(state.database))
      await endUnseenLoops(state.database, { organizationId: id }, { before: new Date(nowMs - unseenMs), now })
  }

  #detectorOf(scope: Scope): Promise<RegisteredDetector> {
    const existing = this.#all.get(scope.organizationId)
    if (existing) return existing
    const opening = openDetector(this.#deps, scope)
    this.#all.set(scope.organizationId, opening)
    // A failure (the database was restarting) must not be remembered.
    opening.catch(() => this.#all.delete(scope.organizationId))
    return opening
  }
}

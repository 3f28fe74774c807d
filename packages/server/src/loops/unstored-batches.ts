/** Batches of telemetry that are not stored yet, oldest first, and those of a previous process in the journal. */
import type { Services } from '../platform/context.ts'
import type { JournalSegment, TelemetryJournal } from '../telemetry/public/telemetry-journal.ts'
import { type Batch, storeBatch } from './intake-batches.ts'

type Deps = Pick<Services, 'state' | 'log'> & { journal: TelemetryJournal }

/** Five minutes of ticks whose batches could not be stored: then senders are asked to retry. */
const maxUnstored = 30

export class UnstoredBatches {
  readonly #deps: Deps
  readonly #batches: Batch[] = []
  #isRecovered = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get isFull(): boolean {
    return this.#batches.length >= maxUnstored
  }

  add(batch: Batch): void {
    if (batch.parts.size > 0 || batch.segment) this.#batches.push(batch)
  }

  /** Ids of forwarded deliveries in batches of the organization. */
  relayedOf(organizationId: string): string[] {
    return this.#batches.flatMap(({ parts }) => parts.get(organizationId)?.relayed ?? [])
  }

  /** One that cannot be stored now is retried at the next tick, and those behind it wait. */
  async store(now: Date): Promise<void> {
    const { state, journal, log } = this.#deps
    for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
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
      this.#batches.shift()
    }
  }

  /** Telemetry that a previous Kept had acknowledged and not yet stored when it was killed. */
  async recoverOnce(read: (segment: JournalSegment) => Promise<Batch>): Promise<void> {
    if (this.#isRecovered) return
    const { journal, log } = this.#deps
    try {
      for (const segment of journal.closed) {
        if (this.#batches.some(({ id }) => id === segment.id)) continue
        const batch = await read(segment)
        this.#batches.push(batch)
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
}

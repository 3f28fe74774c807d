/**
 * Telemetry received since the last tick, by organization: the items to store and the counts. A batch is stored once as
 * a whole: in the warehouse with its id as a deduplication token, then counted in one transaction with that id.
 */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { TelemetrySignal } from '@kept/domain/telemetry.ts'
import { writeUnlessDeleted } from '@kept/store/organizations/writers.ts'
import { recordBatch } from '@kept/store/telemetry/batches.ts'
import { type TelemetryItem, writeTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import type { JournalSegment } from '../telemetry/public/telemetry-journal.ts'
import { TelemetrySample } from './telemetry-sampler.ts'

type Counts = Map<TelemetrySignal, Map<string, number>>

interface BatchPart {
  scope: Scope
  items: TelemetryItem[]
  counts: Counts
  /** Ids of deliveries forwarded by other processes. */
  relayed: string[]
}

export interface Batch {
  id: string
  /** Its journal segment, when part of it was received here. */
  segment: JournalSegment | undefined
  parts: Map<string, BatchPart>
}

export function emptyBatch(segment: JournalSegment | undefined): Batch {
  return { id: segment?.id ?? randomUUID(), segment, parts: new Map() }
}

export function partOf(batch: Batch, scope: Scope): BatchPart {
  const existing = batch.parts.get(scope.organizationId)
  if (existing) return existing
  const part: BatchPart = { scope, items: [], counts: new Map(), relayed: [] }
  batch.parts.set(scope.organizationId, part)
  return part
}

export function addCount({ counts }: BatchPart, signal: TelemetrySignal, reason: string, items: number): void {
  const whys = counts.get(signal) ?? new Map<string, number>()
  counts.set(signal, whys.set(reason, (whys.get(reason) ?? 0) + items))
}

/** What one organization sent since the last tick, and its sampler, which continues over ticks. */
export class Intake {
  readonly scope: Scope
  readonly #sampled = new TelemetrySample()
  #part: Pick<BatchPart, 'counts' | 'relayed'> = { counts: new Map(), relayed: [] }

  constructor(scope: Scope) {
    this.scope = scope
  }

  add(signal: TelemetrySignal, gathered: GatheredTelemetry, relayed?: string): void {
    this.#sampled.add(gathered)
    const part = { scope: this.scope, items: [], ...this.#part }
    const early = gathered.dropped.get('items more than ten minutes in the future') ?? 0
    addCount(part, signal, '', gathered.items - early)
    for (const [reason, dropped] of gathered.dropped) addCount(part, signal, reason, dropped)
    if (relayed !== undefined) this.#part.relayed.push(relayed)
  }

  /** Moves everything into a batch. */
  takeInto(batch: Batch, minuteEnds: boolean): void {
    const items = this.#sampled.drain(minuteEnds)
    const { counts, relayed } = this.#part
    if (items.length === 0 && counts.size === 0 && relayed.length === 0) return
    this.#part = { counts: new Map(), relayed: [] }
    Object.assign(partOf(batch, this.scope), { items, counts, relayed })
  }
}

/** Stores the rest of a batch. Repeated after a failure or a kill, it stores what is missing. */
export async function storeBatch(
  { database, warehouse }: Pick<Services['state'], 'database' | 'warehouse'>,
  batch: Batch,
  now: Date,
): Promise<void> {
  for (const [organizationId, { scope, items, counts, relayed }] of [...batch.parts]) {
    const all = [...counts].flatMap(([signal, reasons]) =>
      [...reasons].map(([reason, n]) => ({ signal, reason, items: n })),
    )
    const counted = all.filter((count) => count.items > 0)
    // Of an organization that was deleted in the meantime there is nothing to store.
    await writeUnlessDeleted(database, scope, async (tx) => {
      await writeTelemetry(warehouse, scope, items, now, batch.id)
      await recordBatch(tx, { id: batch.id, counts: counted, relayed, at: now })
    })
    batch.parts.delete(organizationId)
  }
}

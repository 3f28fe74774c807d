/**
 * Of several Kept processes on one database, one watches an organization: half the spans here and half there would show
 * neither of them a circle. What arrives at another is handed on through the database, bounded, in the order it came.
 */
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { OtlpSignal } from '@kept/connectors/telemetry/otlp-protobuf.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { acquireDetectorLease, releaseDetectorLease } from '@kept/store/loops/detector-lease.ts'
import { listRelayed, relayTelemetry } from '@kept/store/telemetry/relay.ts'
import type { Services } from '../platform/context.ts'
import { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'

/** How long an answer holds between two ticks; far below the lease. */
const retryMs = 10_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export class DetectorLease {
  readonly #state: Pick<Services['state'], 'database'>
  readonly #holder = randomUUID()
  readonly #asked = new Map<string, { isMine: boolean; checkedAt: number }>()

  constructor(state: Pick<Services['state'], 'database'>) {
    this.#state = state
  }

  /** Whether this process watches it; takes it up when nobody does. */
  async isMine(scope: Scope, { anew = false } = {}): Promise<boolean> {
    const cached = this.#asked.get(scope.organizationId)
    if (!anew && cached && performance.now() - cached.checkedAt < retryMs) return cached.isMine
    const isMine = await acquireDetectorLease(this.#state.database, scope, this.#holder)
    this.#asked.set(scope.organizationId, { isMine, checkedAt: performance.now() })
    return isMine
  }

  async leave(scope: Scope): Promise<void> {
    this.#asked.delete(scope.organizationId)
    await releaseDetectorLease(this.#state.database, scope, this.#holder)
  }

  /** Hands a delivery on to whoever watches. */
  async handOn(scope: Scope, signal: string, { spans, metrics, logs, events }: GatheredTelemetry): Promise<void> {
    const body = await pack(JSON.stringify({ spans, metrics, logs, events }), { level: 1 })
    await relayTelemetry(this.#state.database, scope, { signal, body })
  }

  /** What others handed on, but for what is known already. */
  async listHandedOn(
    scope: Scope,
    knownIds: readonly string[],
  ): Promise<{ id: string; signal: OtlpSignal; gathered: GatheredTelemetry }[]> {
    const deliveries = await listRelayed(this.#state.database, scope, knownIds)
    return Promise.all(
      deliveries.map(async ({ id, signal, body }) => ({
        id,
        // Written below, by a Kept.
        signal: signal as OtlpSignal,
        gathered: gatheredOf((await unpack(body)).toString()),
      })),
    )
  }
}

function gatheredOf(text: string): GatheredTelemetry {
  const { spans, metrics, logs, events } = JSON.parse(text) as GatheredTelemetry
  const gathered = new GatheredTelemetry()
  for (const span of spans) gathered.span(span)
  for (const point of metrics) gathered.metric(point)
  for (const record of logs) gathered.log(record)
  for (const event of events) gathered.event(event)
  return gathered
}

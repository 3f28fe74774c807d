/**
 * Of several Kept processes on one database, one evaluates an organization: with half of the spans each, no process
 * would see a cycle. Telemetry at another process is forwarded through the database, bounded and in order.
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

/** How long the result is cached between two ticks; far below the lease. */
const retryMs = 10_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export class DetectorLease {
  readonly #state: Pick<Services['state'], 'database'>
  readonly #holder = randomUUID()
  readonly #isOnlyProcess: boolean
  readonly #cached = new Map<string, { isMine: boolean; checkedAt: number }>()

  constructor({ state, config }: Pick<Services, 'state' | 'config'>) {
    this.#state = state
    this.#isOnlyProcess = config.databaseUrl === undefined
  }

  /** Whether this process holds the lease; takes it when no process does. */
  async isMine(scope: Scope, { refresh = false } = {}): Promise<boolean> {
    const cached = this.#cached.get(scope.organizationId)
    if (!refresh && cached && performance.now() - cached.checkedAt < retryMs) return cached.isMine
    const isMine = await acquireDetectorLease(this.#state.database, scope, {
      holder: this.#holder,
      isOnlyProcess: this.#isOnlyProcess,
    })
    this.#cached.set(scope.organizationId, { isMine, checkedAt: performance.now() })
    return isMine
  }

  async leave(scope: Scope): Promise<void> {
    this.#cached.delete(scope.organizationId)
    await releaseDetectorLease(this.#state.database, scope, this.#holder)
  }

  /** Forwards a delivery to the holder of the lease. */
  async handOn(scope: Scope, signal: string, { spans, metrics, logs, events }: GatheredTelemetry): Promise<void> {
    const body = await pack(JSON.stringify({ spans, metrics, logs, events }), { level: 1 })
    await relayTelemetry(this.#state.database, scope, { signal, body })
  }

  /** Deliveries forwarded by others, except known ones. */
  async listHandedOn(
    scope: Scope,
    knownIds: readonly string[],
  ): Promise<{ id: string; signal: OtlpSignal; gathered: GatheredTelemetry }[]> {
    const deliveries = await listRelayed(this.#state.database, scope, knownIds)
    return Promise.all(
      deliveries.map(async ({ id, signal, body }) => ({
        id,
        // Written below, by a Kept process.
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

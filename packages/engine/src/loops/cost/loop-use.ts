/** One resource that a loop uses, or one store that its spans name. */
import type { CloudName, ResourceKind, TelemetryResource } from '@kept/domain/span.ts'

export interface LoopUse {
  /** Id of a resource, or the name of a queue, bucket or table that spans name. */
  id: string
  name: string
  kind: ResourceKind | 'store'
  provider: CloudName | null
  perMinute: number
  avgMs: number | null
  memoryMb: number | null
  /** A run of it; false where it only waits for others. */
  runs: boolean
  /** Of what swings or fills: machines above the least, or the share of one that is taken. */
  size: number | null
}

/** A resource by itself, used by its size and not by the call. */
export function sized({ id, name, kind, provider }: TelemetryResource): Omit<LoopUse, 'size'> {
  return { id, name, kind, provider, perMinute: 0, avgMs: null, memoryMb: null, runs: true }
}

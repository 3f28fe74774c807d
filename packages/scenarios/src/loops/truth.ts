import type { LoopType } from '@kept/domain/loop.ts'

/** What is true of a world with a loop. */
export interface LoopTruth {
  type: LoopType
  resource: string
  onsetMinute: number
  /** Iterations a minute, of what the type counts; what it costs follows from it. Null where nothing is counted. */
  perMinute: number | null
  cause: string
}

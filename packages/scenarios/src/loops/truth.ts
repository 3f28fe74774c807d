import type { LoopType } from '@kept/domain/loop-types.ts'

/** The true properties of a world with a loop. */
export interface LoopTruth {
  type: LoopType
  resource: string
  onsetMinute: number
  /** Iterations per minute in the unit of the type, from which the cost follows. Null where nothing is counted. */
  perMinute: number | null
  cause: string
}

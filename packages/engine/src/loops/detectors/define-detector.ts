import type { LoopType } from '@kept/domain/loop-types.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext } from '../view.ts'

export interface LoopDetector {
  type: LoopType
  /** Where the thresholds come from, as cited in the guide. */
  sources: string[]
  evaluate(context: DetectorContext): LoopEvaluation[]
}

export function defineDetector(detector: LoopDetector): LoopDetector {
  return detector
}

import type { LoopType } from '@kept/domain/loop.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext } from '../view.ts'

export interface LoopDetector {
  type: LoopType
  /** Where the figures come from, for the guide and whoever doubts them. */
  sources: string[]
  evaluate(context: DetectorContext): LoopEvaluation[]
}

export function defineDetector(detector: LoopDetector): LoopDetector {
  return detector
}

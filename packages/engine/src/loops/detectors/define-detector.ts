import type { LoopType } from '@kept/domain/loop.ts'
import type { Verdict } from '../verdict.ts'
import type { Judging } from '../view.ts'

export interface LoopDetector {
  type: LoopType
  /** Where the figures come from, for the guide and whoever doubts them. */
  sources: string[]
  judge(judging: Judging): Verdict[]
}

export function defineDetector(detector: LoopDetector): LoopDetector {
  return detector
}

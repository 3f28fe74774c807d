import type { Stage } from './stage.ts'

/** One family of scenarios without a loop. */
export interface LookAlike {
  /** Zero: minutes with ordinary traffic around; else metrics of days. */
  days: number
  play(stage: Stage): void
}

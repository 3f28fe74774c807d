/** What people say about alerts changes the next threshold of their scope, within bounds, and never for good. */
import type { CostThresholds } from './cost/cost-engine.ts'

/** "expected" we knew, "not useful" too small to care, "fixed" thank you. */
export type Feedback = 'expected' | 'not_useful' | 'fixed'

/** Factors on a scope's thresholds; 1 is as shipped. */
export interface Sensitivity {
  deviations: number
  share: number
}

export const asShipped: Sensitivity = { deviations: 1, share: 1 }

const [lowest, highest] = [0.75, 2.5]
/** What one answer does. An expected alert says little about size; a useless one says both figures are too low. */
const steps: Record<Feedback, Sensitivity> = {
  expected: { deviations: 1.1, share: 1 },
  not_useful: { deviations: 1.2, share: 1.25 },
  fixed: { deviations: 0.95, share: 0.95 },
}

/** The sensitivity after one more answer. */
export function afterFeedback(current: Sensitivity, feedback: Feedback): Sensitivity {
  const step = steps[feedback]
  const within = (value: number) => Math.min(highest, Math.max(lowest, value))
  return { deviations: within(current.deviations * step.deviations), share: within(current.share * step.share) }
}

/** The thresholds of a scope with this sensitivity. */
export function thresholdsFor(defaults: CostThresholds, { deviations, share }: Sensitivity): CostThresholds {
  return {
    day: defaults.day * deviations,
    week: defaults.week * deviations,
    dayShare: defaults.dayShare * share,
    weekShare: defaults.weekShare * share,
  }
}

/** What the security overview checks. Weights are points of the score. */
export const checkWeights = { critical: 10, high: 5, medium: 3, low: 1 } as const
export type CheckSeverity = keyof typeof checkWeights
export const checkSeverities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly CheckSeverity[]

/** Unknown: there is something to check, and what Kept has does not answer it. The detail says why. */
export const checkStatuses = ['pass', 'fail', 'unknown', 'not_applicable'] as const
type CheckStatus = (typeof checkStatuses)[number]

export interface CheckResult {
  id: string
  title: string
  severity: CheckSeverity
  status: CheckStatus
  /** What was found, in one sentence. */
  detail: string
  /** The screen on which it can be fixed. */
  href: string
}

/** How far back the score of each day is shown. */
export const SCORE_HISTORY_DAYS = 90
/** The score is compared with that of so many days ago. */
export const SCORE_COMPARED_DAYS = 30

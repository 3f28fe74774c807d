/** What a detector says about one row, the moment it has seen it. */
export interface AnomalyEvaluation {
  /** How sure it is that something starts here: in [0, 1], high on the first row of an anomaly and low on the next. */
  score: number
  /** True when the score is worth waking somebody. */
  alert: boolean
  /** How far the series is off its path now: in [0, 1], smooth, high for as long as it lasts. */
  severity: number
  /** True while too little has been seen to judge; score and severity are 0. */
  learning: boolean
}

/** Said of rows that cannot be judged: nothing is known, so nothing is claimed. */
export const learning: AnomalyEvaluation = { score: 0, alert: false, severity: 0, learning: true }

/** Scores from here on are alerts. */
export const alertAt = 0.5

/** Maps [0, infinity) into [0, 1) keeping the order; `half` becomes 0.5. */
export function squash(value: number, midpoint: number): number {
  return value / (value + midpoint)
}

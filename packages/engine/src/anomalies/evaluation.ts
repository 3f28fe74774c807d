/** What a detector says about one row, the moment it has seen it. */
export interface AnomalyEvaluation {
  /** How sure it is that something starts here: in [0, 1], high on the first row of an anomaly and low on the next. */
  score: number
  /** True when the score justifies an alert. */
  alert: boolean
  /** How far the series is from its expected value now: in [0, 1], smooth, high for as long as the anomaly lasts. */
  severity: number
  /** True while there are too few rows to evaluate; score and severity are 0. */
  learning: boolean
}

/** The evaluation of rows that cannot be evaluated yet. */
export const learning: AnomalyEvaluation = { score: 0, alert: false, severity: 0, learning: true }

/** Scores from here on are alerts. */
export const alertAt = 0.5

/** Maps [0, infinity) into [0, 1) keeping the order; `half` becomes 0.5. */
export function squash(value: number, midpoint: number): number {
  return value / (value + midpoint)
}

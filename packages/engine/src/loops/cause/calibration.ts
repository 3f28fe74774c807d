/**
 * Tables from score to probability, learned by isotonic regression on the calibration seeds of the scenarios
 * (`BENCH_FIT=1 BENCH_SPLIT=calibration npm run bench:loops` prints them). How well they hold is in docs/benchmarks.md.
 */
export interface Step {
  from: number
  probability: number
}

export const loopSteps: readonly Step[] = [
  { from: -9.6, probability: 0.0072 },
  { from: -0.9, probability: 0.0072 },
  { from: 0.4, probability: 0.034 },
  { from: 2.1, probability: 0.034 },
  { from: 2.2, probability: 0.994 },
  { from: 4.2, probability: 0.994 },
  { from: 4.6, probability: 0.9986 },
  { from: 8.2, probability: 0.9986 },
]

export const causeSteps: readonly Step[] = [
  { from: 0.4926, probability: 0.715 },
  { from: 0.5971, probability: 0.715 },
  { from: 0.6154, probability: 0.8856 },
  { from: 0.8991, probability: 0.8856 },
  { from: 0.9603, probability: 0.9966 },
  { from: 1, probability: 0.9966 },
]

/**
 * Tables from score to probability, learned by isotonic regression on the calibration seeds of the scenarios
 * (`BENCH_FIT=1 BENCH_SPLIT=calibration npm run bench:loops` prints them). How well they hold is in docs/benchmarks.md.
 */
export interface Step {
  from: number
  probability: number
}

/**
 * Capped below what isotonic regression gives on our own worlds, where nearly every confirmed loop is one: worlds made
 * elsewhere hold look-alikes that ours do not, and a probability must hold there too.
 */
export const loopSteps: readonly Step[] = [
  { from: -6, probability: 0.01 },
  { from: -3, probability: 0.03 },
  { from: 0, probability: 0.04 },
  { from: 1, probability: 0.5 },
  { from: 2.2, probability: 0.97 },
  { from: 4.6, probability: 0.98 },
  { from: 8.2, probability: 0.985 },
]

export const causeSteps: readonly Step[] = [
  { from: 0.4926, probability: 0.715 },
  { from: 0.5971, probability: 0.715 },
  { from: 0.6154, probability: 0.8856 },
  { from: 0.8991, probability: 0.8856 },
  { from: 0.9603, probability: 0.9966 },
  { from: 1, probability: 0.9966 },
]

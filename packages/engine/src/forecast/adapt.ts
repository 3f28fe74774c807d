/**
 * Adaptive conformal inference: bands that were left too often are made wider, bands never left narrower, so that the
 * promised coverage holds in the long run even when the series changes its ways.
 */
const pace = 0.02

/** The share to leave outside next time, after seeing whether the last value was `missed` by its band. */
export function adapt(outside: number, missed: boolean, target: number): number {
  return Math.min(0.5, Math.max(0.001, outside + pace * (target - (missed ? 1 : 0))))
}

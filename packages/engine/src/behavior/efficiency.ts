/**
 * 100 x (0.6 U + 0.25 (1 - off waste / running) + 0.15 (1 - zombie cost / cost)), to two decimals. Null when less than
 * eight hours were run: a score of an afternoon is noise.
 */

import type { Measured } from './measure.ts'
import { perHour } from './quarters.ts'

const fewestHours = 8

export function efficiencyScore(measured: Measured, zombieCost: bigint): number | null {
  const { running, waste, cost } = measured
  if (running < fewestHours * perHour) return null
  const offWaste = waste[0] + waste[1] + waste[2]
  const zombieShare = cost > 0n ? ratio(zombieCost, cost) : 0
  const score = 0.6 * scheduledUtilization(measured) + 0.25 * (1 - offWaste / running) + 0.15 * (1 - zombieShare)
  return Math.round(score * 10_000) / 100
}

/** Used of run in working time; where it never ran then, of all its hours. */
function scheduledUtilization({ scheduled, scheduledUsed, running, used }: Measured): number {
  return scheduled > 0 ? scheduledUsed / scheduled : used / running
}

/** |used and running| / |running|; 0 when it did not run. */
export function utilization({ running, used }: Measured): number {
  return running === 0 ? 0 : used / running
}

/** A share for weighing, not money: more digits than the score shows. */
function ratio(part: bigint, total: bigint): number {
  return Number((part * 10_000_000n) / total) / 10_000_000
}

/** What is known of an environment's load in the last fourteen days. */
import { type EnvironmentActivity, loadDays } from './collect-events.ts'

const loadRules = {
  /** Fewer samples than one a day, or of less than half of the days, do not show what a machine does. */
  fewestSamples: loadDays,
  fewestDays: loadDays / 2,
  /** A machine that works one percent of the time (two hours a week) works. */
  burstShare: 0.01,
  burstPercent: 40,
} as const

interface Load {
  /** 95th percentile in whole percent, rounded down; null where too little was measured. */
  cpu: number | null
  /** Some of the samples show work. */
  hasBursts: boolean
}

export function loadOf(activity: EnvironmentActivity | undefined): Load {
  const samples = activity?.cpu
  const total = samples?.reduce((sum, count) => sum + count, 0) ?? 0
  if (!samples || total === 0) return { cpu: null, hasBursts: false }
  const bursts = samples.subarray(loadRules.burstPercent).reduce((sum, count) => sum + count, 0)
  const isEnough = total >= loadRules.fewestSamples && activity.cpuDays.size >= loadRules.fewestDays
  const cpu = percentile95(samples, total)
  // A few samples show work, but never that there is none.
  return { cpu: isEnough || cpu >= 3 ? cpu : null, hasBursts: bursts >= loadRules.burstShare * total && bursts > 0 }
}

/** The whole percent that 95 of 100 samples do not exceed. */
function percentile95(samples: Uint32Array, total: number): number {
  let below = 0
  for (let percent = 0; percent < samples.length; percent += 1) {
    below += samples[percent] ?? 0
    if (below >= 0.95 * total) return percent
  }
  return 100
}

/** Megabytes a day, the mean of the days on which it was measured; null where it was on too few. */
export function dailyNetwork(activity: EnvironmentActivity | undefined): number | null {
  const byDay = activity?.networkByDay
  if (!byDay || byDay.size === 0) return null
  const mean = [...byDay.values()].reduce((sum, megabytes) => sum + megabytes, 0) / byDay.size
  return byDay.size >= loadRules.fewestDays || mean >= 5 ? mean : null
}

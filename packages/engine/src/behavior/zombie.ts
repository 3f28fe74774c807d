/** Running without any activity for fourteen days and, where its load is known, without load. */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { type EnvironmentActivity, loadDays } from './collect-events.ts'
import { perDay, type QuarterSpan, quarterMs } from './quarters.ts'

const zombieRules = {
  /** Days without activity. */
  days: loadDays,
  /** 95th percentile of processor load, in percent (Azure Advisor shuts down below 3). */
  cpuPercent: 3,
  /** Network in a day, in megabytes (AWS Compute Optimizer: idle below 5). */
  networkMegabytes: 5,
} as const

export interface ZombieEvaluation {
  is: boolean
  confidence: number
  /** What was seen or could not be, in words. */
  evidence: string[]
}

/** `ran`: it runs at the end of the bill's data; `firstRan` and `asOf` in milliseconds since 1970. */
export function evaluateZombie(
  activity: EnvironmentActivity | undefined,
  { span, ran, firstRan, asOf }: { span: QuarterSpan; ran: boolean; firstRan: number | null; asOf: number },
): ZombieEvaluation {
  const no = (evidence: string[]): ZombieEvaluation => ({ is: false, confidence: 1, evidence })
  const cutoff = asOf - zombieRules.days * perDay * quarterMs
  if (!ran || firstRan === null) return no([])
  if (span.from * quarterMs > cutoff) return no([`There are fewer than ${zombieRules.days} days of data.`])
  if (firstRan > cutoff) return no([`It first ran less than ${zombieRules.days} days ago.`])
  const last = activity?.lastActivity ?? null
  if (last !== null && last > cutoff) return no([`It was used within the last ${zombieRules.days} days.`])
  const cpu = percentile95(activity?.cpu)
  if (cpu !== null && cpu >= zombieRules.cpuPercent) return no([`Its CPU is in use: 95th percentile ${cpu}%.`])
  const network = dailyNetwork(activity?.networkByDay)
  if (network !== null && network >= zombieRules.networkMegabytes) {
    return no([`It has network traffic: ${network.toFixed(1)} MB a day.`])
  }
  return {
    is: true,
    confidence: cpu === null && network === null ? 0.8 : cpu === null || network === null ? 0.9 : 0.97,
    evidence: [
      last === null ? 'No recorded activity.' : `No activity for ${Math.floor((asOf - last) / dayMs)} days.`,
      cpu === null ? 'CPU load is unknown.' : `CPU load is below ${cpu + 1}% (95th percentile).`,
      network === null ? 'Network traffic is unknown.' : `${network.toFixed(1)} MB of network traffic a day.`,
    ],
  }
}

/** The whole percent (rounded down) that 95 of 100 samples do not exceed; null without samples. */
function percentile95(samples: Uint32Array | undefined): number | null {
  const total = samples?.reduce((sum, count) => sum + count, 0) ?? 0
  if (!samples || total === 0) return null
  let below = 0
  for (let percent = 0; percent < samples.length; percent += 1) {
    below += samples[percent] ?? 0
    if (below >= 0.95 * total) return percent
  }
  return 100
}

/** The mean of the days on which it was measured. */
function dailyNetwork(byDay: Map<number, number> | undefined): number | null {
  if (!byDay || byDay.size === 0) return null
  return [...byDay.values()].reduce((sum, megabytes) => sum + megabytes, 0) / byDay.size
}

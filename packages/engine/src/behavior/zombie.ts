/**
 * Running without people for longer than its own rhythm explains, and without load. Silence alone is no evidence: where
 * no load is known, its users have to be at work elsewhere or gone for long.
 */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { type EnvironmentActivity, loadDays } from './collect-events.ts'
import { dailyNetwork, loadOf } from './load.ts'
import { perDay, type QuarterSpan, quarterMs } from './quarters.ts'
import { type Visits, visitsOf } from './visits.ts'

const zombieRules = {
  /** Days without activity. */
  days: loadDays,
  /** Of these days, those on which it ran: fewer, and it was started not long ago. */
  runningDays: loadDays / 2,
  /** 95th percentile of processor load, in percent (Azure Advisor shuts down below 3). */
  cpuPercent: 3,
  /** Network in a day, in megabytes (AWS Compute Optimizer: idle below 5). */
  networkMegabytes: 5,
  /** A vacation: days for which users who are seen nowhere else may be away. */
  awayDays: 35,
  /** The same where load is unknown. */
  goneDays: 42,
  /** What is used every few days or weeks is late when it has been silent for so many times its longest pause. */
  lateFactor: 1.4,
} as const

export interface ZombieEvaluation {
  is: boolean
  confidence: number
  /** What was seen or could not be, in words. */
  evidence: string[]
}

export interface ZombieContext {
  span: QuarterSpan
  /** It runs at the end of the bill's data. */
  ran: boolean
  /** Of the last fourteen days, those on which it ran. */
  runningDays: number
  /** Milliseconds since 1970. */
  firstRan: number | null
  asOf: number
  /** A sentence where it is meant to run unused; else "". */
  exemptReason: string
  /** Milliseconds since 1970 of the last use of any environment by this person, or of the team's others by anyone. */
  lastSeen(person: string): number | null
  lastTeamUse: number | null
}

export function evaluateZombie(activity: EnvironmentActivity | undefined, context: ZombieContext): ZombieEvaluation {
  const { span, asOf } = context
  const last = activity?.lastActivity ?? null
  const running = notLongEnough(context, last)
  if (running) return no(...running)
  const load = loadOf(activity)
  if (load.cpu !== null && load.cpu >= zombieRules.cpuPercent)
    return no(`Its CPU is in use: 95th percentile ${load.cpu}%.`)
  if (load.hasBursts) return no('Its CPU is in use from time to time, as by a batch job.')
  const network = dailyNetwork(activity)
  if (network !== null && network >= zombieRules.networkMegabytes)
    return no(`It has network traffic: ${network.toFixed(1)} MB a day.`)

  const visits = visitsOf(activity, span, asOf)
  const silence = last === null ? null : (asOf - last) / dayMs
  const whereabouts = whereaboutsOf(visits, last, context)
  const isLoadKnown = load.cpu !== null || network !== null
  const doubt =
    rhythmOf(visits, silence) ??
    (isLoadKnown ? absence(whereabouts, silence) : missing(activity, context, whereabouts, silence))
  if (doubt) return no(doubt)
  return {
    is: true,
    confidence: confidenceOf({ visits, silence, cpu: load.cpu, network, whereabouts, context }),
    evidence: [
      last === null ? 'No recorded activity.' : `No activity for ${Math.floor((asOf - last) / dayMs)} days.`,
      load.cpu === null ? 'CPU load is unknown.' : `CPU load is below ${load.cpu + 1}% (95th percentile).`,
      network === null ? 'Network traffic is unknown.' : `${network.toFixed(1)} MB of network traffic a day.`,
      ...(whereabouts === 'elsewhere' ? ['Its users work in other environments.'] : []),
      ...(isRecent(activity?.lastAutomation ?? null, asOf) ? ['Only programs still reach it.'] : []),
    ],
  }
}

function no(...evidence: string[]): ZombieEvaluation {
  return { is: false, confidence: 1, evidence }
}

function isRecent(timestamp: number | null, asOf: number): boolean {
  return timestamp !== null && timestamp > asOf - zombieRules.days * dayMs
}

/** Why nothing can be said yet; undefined when it has run for long enough, unused. */
function notLongEnough(
  { span, ran, runningDays, firstRan, asOf, exemptReason }: ZombieContext,
  last: number | null,
): string[] | undefined {
  const cutoff = asOf - zombieRules.days * perDay * quarterMs
  if (!ran || firstRan === null) return []
  if (exemptReason !== '') return [exemptReason]
  if (span.from * quarterMs > cutoff) return [`There are fewer than ${zombieRules.days} days of data.`]
  if (firstRan > cutoff) return [`It first ran less than ${zombieRules.days} days ago.`]
  if (runningDays < zombieRules.runningDays) return [`It ran on ${runningDays} of the last ${zombieRules.days} days.`]
  if (last !== null && last > cutoff) return [`It was used within the last ${zombieRules.days} days.`]
  return undefined
}

/** Demos, reviews and drills: what came back after such a pause before will come back again. */
function rhythmOf({ longestPause }: Visits, silence: number | null): string | undefined {
  if (silence === null || longestPause === null || silence >= zombieRules.lateFactor * longestPause) return undefined
  return `It was unused for ${Math.floor(silence)} days, and for up to ${Math.floor(longestPause)} days before.`
}

type Whereabouts = 'elsewhere' | 'away' | 'unknown'

/** Where the people are who used it last. */
function whereaboutsOf({ users }: Visits, last: number | null, { lastSeen }: ZombieContext): Whereabouts {
  if (users.length === 0 || last === null) return 'unknown'
  return users.some((user) => (lastSeen(user) ?? 0) > last + 2 * dayMs) ? 'elsewhere' : 'away'
}

function absence(whereabouts: Whereabouts, silence: number | null): string | undefined {
  if (whereabouts !== 'away' || silence === null || silence >= zombieRules.awayDays) return undefined
  return `Its users have not been seen anywhere for ${Math.floor(silence)} days and may be away.`
}

/** Without any load, what stands against it has to be known in another way. */
function missing(
  activity: EnvironmentActivity | undefined,
  { asOf, lastTeamUse }: ZombieContext,
  whereabouts: Whereabouts,
  silence: number | null,
): string | undefined {
  const unknown = 'Its CPU load and network traffic are unknown'
  if (silence === null) return `${unknown}, and no activity was ever recorded: it may be unused, or a batch machine.`
  if (isRecent(activity?.lastAutomation ?? null, asOf)) return `${unknown}, and programs still use it.`
  if (lastTeamUse === null || lastTeamUse < asOf - 4 * dayMs)
    return `${unknown}, and no activity of its team was received lately.`
  if (whereabouts !== 'elsewhere' && silence < zombieRules.goneDays) return `${unknown}, and its users may be away.`
  return undefined
}

/**
 * One less the chance that something in use would be silent so long. Of n pauses it had (or n fortnights it was unused
 * from the start), none of them as long, the chance of such a pause is at most 1 / (n + 2); each kind of load that is
 * known to be absent, and users who are known to work elsewhere, leave a part of it.
 */
function confidenceOf(seen: {
  visits: Visits
  silence: number | null
  cpu: number | null
  network: number | null
  whereabouts: Whereabouts
  context: ZombieContext
}): number {
  const { span, firstRan, asOf } = seen.context
  const observedDays = (asOf - Math.max(firstRan ?? 0, span.from * quarterMs)) / dayMs
  const fortnights = Math.floor((seen.silence ?? observedDays) / zombieRules.days)
  const count = Math.max(fortnights, Math.min(18, seen.visits.days))
  const chance =
    (1 / (count + 2)) *
    (seen.cpu === null ? 1 : 0.4) *
    (seen.network === null ? 1 : 0.5) *
    (seen.whereabouts === 'elsewhere' ? 0.6 : 1)
  return Math.round((1 - chance) * 100) / 100
}

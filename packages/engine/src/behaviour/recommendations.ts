/** What to do, environment by environment, each with its evidence and with the reasons to think twice. */
import type { BehaviourRecommendation } from '@kept/domain/behaviour.ts'
import { toPlaces } from '@kept/domain/decimal.ts'
import type { Evidence } from '@kept/domain/finding.ts'
import { nanoText } from '../savings/exact.ts'
import { replay } from './backtest.ts'
import type { JudgedEnvironment } from './environment-analysis.ts'
import { idleSavings } from './idle-timeout.ts'
import { epochMs } from './instant.ts'
import { hoursOf } from './measure.ts'
import { perWeek } from './quarters.ts'
import { monthlyRate, spanSinceFirstRun } from './run-rate.ts'
import { weekPlan } from './week-plan.ts'

/** The dearest first. */
export function recommend(judged: readonly JudgedEnvironment[]): BehaviourRecommendation[] {
  return judged
    .flatMap((environment) => {
      const one = zombieOf(environment) ?? scheduleOf(environment) ?? timeoutOf(environment)
      const owner = ownerOf(environment)
      return [...(one ? [one] : []), ...(owner ? [owner] : [])]
    })
    .map(({ nano, ...recommendation }) => ({ nano, recommendation }))
    .toSorted((a, b) =>
      a.nano < b.nano ? 1 : a.nano > b.nano ? -1 : compareText(a.recommendation.id, b.recommendation.id),
    )
    .map(({ recommendation }) => recommendation)
}

type Draft = BehaviourRecommendation & { nano: bigint }

function zombieOf({ analysis, measured, zombie, input }: JudgedEnvironment): Draft | undefined {
  if (!zombie.is) return undefined
  const nano = monthlyRate(input, measured.cost)
  return draft(analysis, 'delete_zombie', nano, {
    title: `Delete ${nameOf(analysis)}: nobody has used it for two weeks`,
    description: `It runs and costs ${toPlaces(nanoText(nano), 2)} ${analysis.currency} a month. Keep a snapshot of its disk, stop it, and delete it when nobody has asked for it.`,
    confidence: zombie.confidence,
    risk_level: zombie.confidence > 0.9 ? 'low' : 'medium',
    evidence: zombie.evidence.map((value) => ({ label: 'Seen', value })),
    why_not: ['What is on its disk may be wanted: a snapshot is cheap.'],
  })
}

function scheduleOf({ analysis, schedule, input }: JudgedEnvironment): Draft | undefined {
  const { recommendation: found } = schedule
  if (!found) return undefined
  const { backtest } = found
  const backtestWeeks = Math.round((epochMs(backtest.to) - epochMs(backtest.from)) / (7 * 86_400_000))
  const past = { ...schedule.replay.past, over: spanSinceFirstRun(input) }
  const nano = monthlyRate(input, replay(past).saved(weekPlan(found.schedule)).cost)
  if (nano <= 0n) return undefined
  const evidence: Evidence[] = [
    { label: 'Hours a week', value: String(found.weekly_hours), unit: 'h' },
    { label: 'Expected work inside', value: share(found.coverage) },
    ...(found.held_out_coverage === null
      ? []
      : [
          {
            label: 'Work of the last two weeks inside, by a schedule made without them',
            value: share(found.held_out_coverage),
          },
        ]),
    {
      label: `Saved from ${backtest.from} to ${backtest.to}`,
      value: `${toPlaces(backtest.saved_cost, 2)} ${backtest.currency}`,
    },
    { label: 'Manual starts it would have taken', value: String(backtest.interruption_count) },
  ]
  return draft(analysis, 'auto_shutdown', nano, {
    title: `Run ${nameOf(analysis)} ${found.weekly_hours} hours a week instead of ${weeklyHours(analysis, input)}`,
    description: `${scheduleWords(found.schedule.windows)}, ${found.schedule.timezone} time; whoever needs it at another time starts it with a click. In ${backtestWeeks} weeks it would have kept somebody waiting ${times(backtest.interruption_count)}.`,
    confidence: Math.round(Math.min(0.95, found.held_out_coverage ?? found.coverage) * 100) / 100,
    risk_level: backtest.interruptions_per_week > 1 ? 'medium' : 'low',
    evidence,
    why_not: [
      ...(backtest.interruption_count > 0 ? ['Work outside the schedule begins with a start of some minutes.'] : []),
      ...(analysis.auto_shutdown_enabled ? ['It already shuts down by itself: compare the two first.'] : []),
    ],
  })
}

/** A week has 168 hours: "always", or the hours a week that it ran in these days. */
function weeklyHours({ total_runtime_hours }: JudgedEnvironment['analysis'], input: JudgedEnvironment['input']) {
  const { from, to } = spanSinceFirstRun(input)
  const hours = Math.round((total_runtime_hours * perWeek) / Math.max(1, to - from))
  return hours >= 167 ? 'always' : String(hours)
}

/** Where hours change too much for a schedule, it can at least stop when nobody is there. */
function timeoutOf({ analysis, schedule, grid, input, zombie }: JudgedEnvironment): Draft | undefined {
  if (!input.isWatched || zombie.is || schedule.recommendation || analysis.auto_shutdown_enabled === true)
    return undefined
  if (analysis.actual_usage_hours === 0) return undefined
  const { cost, quarters } = idleSavings(grid, input.calendar, input.window)
  const nano = monthlyRate(input, cost)
  if (nano <= 0n) return undefined
  return draft(analysis, 'idle_timeout', nano, {
    title: `Stop ${nameOf(analysis)} after 30 minutes without activity`,
    description: `It ran ${hoursOf(quarters)} hours beyond the first half hour of each pause.`,
    confidence: 0.7,
    risk_level: 'medium',
    evidence: [{ label: 'Idle hours after the first 30 minutes', value: String(hoursOf(quarters)), unit: 'h' }],
    why_not: [
      'A long job without a person is stopped too, unless it counts as activity.',
      ...(schedule.whyNot ? [schedule.whyNot] : []),
    ],
  })
}

function ownerOf({ analysis, zombie }: JudgedEnvironment): Draft | undefined {
  if (zombie.is || analysis.orphan_reasons.length === 0 || analysis.total_runtime_hours === 0) return undefined
  return draft(analysis, 'assign_owner', 0n, {
    title: `Give ${nameOf(analysis)} an owner`,
    description: analysis.orphan_reasons.join(' '),
    confidence: 0.9,
    risk_level: 'low',
    evidence: analysis.orphan_reasons.map((value) => ({ label: 'Seen', value })),
    why_not: [],
  })
}

function draft(
  { environment_id, currency }: JudgedEnvironment['analysis'],
  type: BehaviourRecommendation['type'],
  nano: bigint,
  words: Omit<
    BehaviourRecommendation,
    | 'id'
    | 'type'
    | 'potential_monthly_savings'
    | 'currency'
    | 'affected_environments'
    | 'automated'
    | 'implementation_effort'
  >,
): Draft {
  return {
    nano,
    id: `${type}:${environment_id}`,
    type,
    potential_monthly_savings: nanoText(nano),
    currency,
    affected_environments: [environment_id],
    // What Kept may switch is known where access is: the server says so, and how much work is left for a person.
    automated: false,
    implementation_effort: 'medium',
    ...words,
  }
}

/** "Monday to Friday 08:00 to 18:00", days of equal hours together. */
function scheduleWords(windows: readonly { day: string; start_time: string; end_time: string }[]): string {
  const groups: { first: string; last: string; hours: string }[] = []
  for (const { day: name, start_time, end_time } of windows) {
    const day = name.charAt(0).toUpperCase() + name.slice(1)
    const hours = `${start_time} to ${end_time}`
    const last = groups.at(-1)
    if (last?.hours === hours) last.last = day
    else groups.push({ first: day, last: day, hours })
  }
  const words = groups.map(({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`} ${hours}`)
  return `On ${words.join(', ')}`
}

function nameOf({ environment_name, environment_id }: { environment_name: string; environment_id: string }): string {
  return environment_name || environment_id
}

function times(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

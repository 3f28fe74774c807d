/** What to do, environment by environment, each with its evidence and with the risks. */
import type { BehaviorRecommendation } from '@kept/domain/behavior.ts'
import type { Evidence } from '@kept/domain/recommendation.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { nanoText } from '../savings/exact.ts'
import { replay } from './backtest.ts'
import { describeSchedule } from './describe-schedule.ts'
import type { EvaluatedEnvironment } from './environment-analysis.ts'
import { idleSavings } from './idle-timeout.ts'
import { epochMs } from './instant.ts'
import { hoursOf } from './measure.ts'
import { perWeek } from './quarters.ts'
import { heldOutOf } from './recommend-schedule.ts'
import { monthlyRate, spanSinceFirstRun } from './run-rate.ts'
import { weekPlan } from './week-plan.ts'

/** The dearest first. */
export function recommend(evaluated: readonly EvaluatedEnvironment[]): BehaviorRecommendation[] {
  const tagged = shareWithOwner(evaluated)
  return evaluated
    .flatMap((environment) => {
      const recommendation = zombieOf(environment) ?? scheduleOf(environment) ?? timeoutOf(environment)
      const owner = ownerOf(environment, tagged)
      return [...(recommendation ? [recommendation] : []), ...(owner ? [owner] : [])]
    })
    .map(({ nano, ...recommendation }) => ({ nano, recommendation }))
    .toSorted((a, b) =>
      a.nano < b.nano ? 1 : a.nano > b.nano ? -1 : compareText(a.recommendation.id, b.recommendation.id),
    )
    .map(({ recommendation }) => recommendation)
}

type Draft = BehaviorRecommendation & { nano: bigint }

function zombieOf({ analysis, measured, zombie, input }: EvaluatedEnvironment): Draft | undefined {
  if (!zombie.is) return undefined
  const nano = monthlyRate(input, measured.cost)
  return draft(analysis, 'delete_zombie', nano, {
    title: `Delete ${nameOf(analysis)}: unused for two weeks`,
    description: `It runs and costs ${formatMoney(nanoText(nano), analysis.currency)} a month. Take a disk snapshot, stop it, and delete it later if no one asks for it.`,
    confidence: zombie.confidence,
    risk_level: zombie.confidence > 0.9 ? 'low' : 'medium',
    evidence: zombie.evidence.map((value) => ({ label: 'Observed', value })),
    skip_reasons: ['Its disk may hold data someone needs. Take a snapshot first.'],
  })
}

function scheduleOf({ analysis, schedule, input }: EvaluatedEnvironment): Draft | undefined {
  const { recommendation: recommended } = schedule
  if (!recommended) return undefined
  const { backtest } = recommended
  const backtestWeeks = Math.round((epochMs(backtest.end_time) - epochMs(backtest.start_time)) / (7 * dayMs))
  const past = { ...schedule.replay.past, over: spanSinceFirstRun(input) }
  const nano = monthlyRate(input, replay(past).saved(weekPlan(recommended.schedule)).cost)
  if (nano <= 0n) return undefined
  const evidence: Evidence[] = [
    { label: 'Hours per week', value: String(recommended.weekly_hours), unit: 'h' },
    { label: 'Weeks learned from', value: String(recommended.weeks) },
    { label: 'Expected work covered', value: share(recommended.coverage) },
    ...(recommended.held_out_coverage === null
      ? []
      : [
          {
            label: `Work covered in a ${heldOutOf(recommended.weeks) === 1 ? 'one' : 'two'}-week backtest`,
            value: share(recommended.held_out_coverage),
          },
        ]),
    {
      label: `Saved from ${backtest.start_time} to ${backtest.end_time}`,
      value: formatMoney(backtest.saved_cost, backtest.currency),
    },
    { label: 'Interruptions in the backtest', value: String(backtest.interruption_count) },
    { label: 'Interruptions to expect per week', value: String(recommended.expected_interruptions_per_week) },
  ]
  return draft(analysis, 'auto_shutdown', nano, {
    title: `Run ${nameOf(analysis)} ${recommended.weekly_hours} hours a week instead of ${weeklyHours(analysis, input)}`,
    description: `${describeSchedule(recommended.schedule.windows)}, ${recommended.schedule.time_zone} time. Anyone can start it on demand. ${backtest.interruption_count} ${backtest.interruption_count === 1 ? 'interruption' : 'interruptions'} in a ${backtestWeeks}-week backtest.`,
    confidence: Math.round(Math.min(0.95, recommended.held_out_coverage ?? recommended.coverage) * 100) / 100,
    risk_level: recommended.expected_interruptions_per_week > 1 ? 'medium' : 'low',
    evidence,
    skip_reasons: [
      ...(backtest.interruption_count > 0 ? ['Work outside the schedule starts with a wait of a few minutes.'] : []),
      ...(analysis.auto_shutdown_enabled ? ['It already shuts down automatically. Compare the two first.'] : []),
    ],
  })
}

/** A week has 168 hours: "always", or the hours a week that it ran in these days. */
function weeklyHours({ total_runtime_hours }: EvaluatedEnvironment['analysis'], input: EvaluatedEnvironment['input']) {
  const { from, to } = spanSinceFirstRun(input)
  const hours = Math.round((total_runtime_hours * perWeek) / Math.max(1, to - from))
  return hours >= 167 ? 'always' : String(hours)
}

/** Where hours change too much for a schedule, an environment can at least stop when idle. */
function timeoutOf({ analysis, schedule, grid, input, zombie }: EvaluatedEnvironment): Draft | undefined {
  if (!input.isObserved || zombie.is || schedule.recommendation || analysis.auto_shutdown_enabled === true)
    return undefined
  if (analysis.actual_usage_hours === 0) return undefined
  const { cost, quarters } = idleSavings(grid, input.calendar, input.window)
  const nano = monthlyRate(input, cost)
  if (nano <= 0n) return undefined
  return draft(analysis, 'idle_timeout', nano, {
    title: `Stop ${nameOf(analysis)} after 30 minutes without activity`,
    description: `It ran ${hoursOf(quarters)} idle hours after the first 30 minutes of each pause.`,
    confidence: confidenceOf(analysis),
    implementation_effort: hasIdleSetting(analysis) ? 'low' : 'medium',
    risk_level: 'medium',
    evidence: [{ label: 'Idle hours after the first 30 minutes', value: String(hoursOf(quarters)), unit: 'h' }],
    skip_reasons: [
      'Long unattended jobs are stopped too, unless they count as activity.',
      ...(schedule.skipReasons ? [schedule.skipReasons] : []),
    ],
  })
}

function ownerOf({ analysis, zombie, input }: EvaluatedEnvironment, tagged: number): Draft | undefined {
  if (zombie.is || analysis.orphan_reasons.length === 0 || analysis.total_runtime_hours === 0) return undefined
  return draft(analysis, 'assign_owner', 0n, {
    title: `Assign an owner to ${nameOf(analysis)}`,
    description: analysis.orphan_reasons.join(' '),
    confidence: ownerConfidence(input, tagged),
    implementation_effort: 'low',
    risk_level: 'low',
    evidence: analysis.orphan_reasons.map((value) => ({ label: 'Observed', value })),
    skip_reasons: [],
  })
}

/** More observations, more certainty: half at fifty signs, never all. */
function confidenceOf({ data_points: points }: EvaluatedEnvironment['analysis']): number {
  return Math.round(Math.min(0.95, points / (points + 50)) * 100) / 100
}

/** Platforms that stop by themselves when idle: there it is a setting, elsewhere someone has to watch. */
function hasIdleSetting({ type }: EvaluatedEnvironment['analysis']): boolean {
  return /codespace|workspace|workstation|notebook|gitpod|cloud9|dev.?box/i.test(type)
}

/** Known facts are sure; that a tag is missing says as much as tags are usual. */
function ownerConfidence({ facts }: EvaluatedEnvironment['input'], tagged: number): number {
  return facts.owner_left === true || facts.unattached ? 0.99 : Math.round(100 * tagged) / 100
}

/** The share of environments whose owner is known; with one and two more, since none of few is no rule. */
function shareWithOwner(evaluated: readonly EvaluatedEnvironment[]): number {
  const withOwner = evaluated.filter(({ analysis }) => analysis.owner !== '').length
  return (withOwner + 1) / (evaluated.length + 2)
}

function draft(
  { environment_id, currency }: EvaluatedEnvironment['analysis'],
  type: BehaviorRecommendation['type'],
  nano: bigint,
  details: Omit<
    BehaviorRecommendation,
    | 'id'
    | 'type'
    | 'potential_monthly_savings'
    | 'currency'
    | 'affected_environments'
    | 'automated'
    | 'implementation_effort'
  > &
    Partial<Pick<BehaviorRecommendation, 'implementation_effort'>>,
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
    ...details,
  }
}

function nameOf({ environment_name, environment_id }: { environment_name: string; environment_id: string }): string {
  return environment_name || environment_id
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

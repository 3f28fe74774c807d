/** Analyzes each time window and compares it with the same number of days before. */
import { setImmediate as breathe } from 'node:timers/promises'
import { type ComparedTeam, defaultWindows } from '@kept/domain/behavior-run.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { type AnalysisInput, analyzeStepwise, type BehaviorAnalysis } from '@kept/engine/behavior/analyze.ts'
import { hasBit } from '@kept/engine/behavior/bits.ts'
import type { CollectedEvents, EnvironmentActivity } from '@kept/engine/behavior/collect-events.ts'
import type { EvaluatedEnvironment } from '@kept/engine/behavior/environment-analysis.ts'
import { heatMap } from '@kept/engine/behavior/heat-map.ts'
import { perDay, type QuarterSpan, quarterMs, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { fromDayNumber } from '@kept/foundation/calendar/day.ts'
import { type Decimal, decimal, sum } from '@kept/foundation/decimal.ts'
import type { ScheduleResult, WindowResult } from '@kept/store/behavior/results.ts'
import type { KnownWorld } from './read-world.ts'

interface WindowsRequest {
  teams: readonly TeamSettings[]
  /** A custom range besides the default windows. */
  customRange: { from: string; to: string } | null
  notes: readonly string[]
  onStage(stage: string, progress: number): Promise<void>
  signal?: AbortSignal | undefined
}

/** Weeks shown in an environment's heat map. */
const heatWeeks = 4
/** Milliseconds before yielding to requests, which the same process answers. */
const sliceMs = 15

export async function analyzeWindows(
  world: KnownWorld,
  { teams, customRange, notes, onStage, signal }: WindowsRequest,
): Promise<{ windows: WindowResult[]; schedules: ScheduleResult[] }> {
  const { span } = world
  const base: AnalysisInput = { ...world, teams }
  await onStage('Calculating schedules', 0.5)
  const fullAnalysis = await run(base, signal)
  const schedules = new Map(
    fullAnalysis.environments.map(({ analysis, schedule }) => [analysis.environment_id, schedule]),
  )
  const requestedWindows = [
    ...defaultWindows.map((days) => ({ key: `${days}d`, over: lastDays(span, days) })),
    ...(customRange === null
      ? []
      : [{ key: `${customRange.from}..${customRange.to}`, over: spanOfDays(customRange.from, customRange.to) }]),
  ]
  const windows: WindowResult[] = []
  for (const [index, { key, over }] of requestedWindows.entries()) {
    await onStage(`Evaluating ${daysOf(over)} days`, 0.6 + (0.35 * index) / requestedWindows.length)
    const analysis = await run({ ...base, window: over, schedules }, signal)
    const before = await previous(base, over, signal)
    windows.push(resultOf(key, analysis, before, [...world.notes, ...notes]))
  }
  const heatSpan = lastDays(span, 7 * heatWeeks)
  return {
    windows,
    schedules: fullAnalysis.environments.map(({ analysis: { environment_id }, schedule, grid, input }) => ({
      environment_id,
      recommendation: schedule.recommendation,
      skip_reasons: schedule.skipReasons ?? '',
      heat_map: heatMap([grid], input.calendar, heatSpan),
      resources: world.resources.get(environment_id) ?? [],
    })),
  }
}

async function run(input: AnalysisInput, signal: AbortSignal | undefined): Promise<BehaviorAnalysis> {
  const steps = analyzeStepwise(input)
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < sliceMs) continue
    await breathe()
    signal?.throwIfAborted()
    startedAt = performance.now()
  }
}

/** The previous window, evaluated as of its end. Null when the bill starts later. */
async function previous(
  base: AnalysisInput,
  over: QuarterSpan,
  signal: AbortSignal | undefined,
): Promise<BehaviorAnalysis | null> {
  const { span } = base.events
  const window = { from: over.from - (over.to - over.from), to: over.from }
  if (window.from < span.from) return null
  return run({ ...base, events: knownAt(base.events, window.to), window, asOf: window.to * quarterMs }, signal)
}

/** Use is of the time before. Load is known of today only and stands for it: else each comparison would find more zombies. */
function knownAt(events: CollectedEvents, to: number): CollectedEvents {
  const environments = new Map<string, EnvironmentActivity>()
  for (const [id, activity] of events.environments) {
    environments.set(id, { ...activity, lastActivity: lastBefore(activity, events.span, to) })
  }
  return { ...events, environments }
}

function lastBefore({ active, lastActivity }: EnvironmentActivity, span: QuarterSpan, to: number): number | null {
  for (let index = to - span.from - 1; index >= 0; index -= 1)
    if (hasBit(active, index)) return (index + 1 + span.from) * quarterMs
  return lastActivity !== null && lastActivity <= span.from * quarterMs ? lastActivity : null
}

function resultOf(
  key: string,
  { window, environments, teams, recommendations, insights }: BehaviorAnalysis,
  before: BehaviorAnalysis | null,
  notes: string[],
): WindowResult {
  const teamOf = new Map(environments.map(({ analysis }) => [analysis.environment_id, analysis.team]))
  const byTeam = Map.groupBy(environments, ({ analysis }) => analysis.team)
  return {
    key,
    from: fromDayNumber(window.from / perDay),
    to: fromDayNumber(window.to / perDay),
    environments: environments.map(({ analysis }) => analysis),
    summary: {
      teams: teams.map((team) => compared(team, byTeam.get(team.team_name) ?? [], before, window)),
      recommendations: recommendations.map((recommendation) => ({
        ...recommendation,
        team: teamOf.get(recommendation.affected_environments[0] ?? '') ?? '',
      })),
      // An insight id ends with its team.
      insights: insights.map((insight) => ({
        ...insight,
        team: teams.find(({ team_name }) => insight.id.endsWith(`:${team_name}`) && team_name !== '')?.team_name ?? '',
      })),
      notes,
    },
  }
}

function compared(
  team: BehaviorAnalysis['teams'][number],
  evaluated: readonly EvaluatedEnvironment[],
  before: BehaviorAnalysis | null,
  window: QuarterSpan,
): ComparedTeam {
  const teamEnvironments = evaluated.filter(
    ({ analysis }) => analysis.currency === team.currency || analysis.currency === '',
  )
  const previousTeam = before?.teams.find(
    ({ team_name, currency }) => team_name === team.team_name && currency === team.currency,
  )
  return {
    ...team,
    previous:
      before && previousTeam
        ? {
            monthly_waste: previousTeam.monthly_waste,
            efficiency_score: previousTeam.efficiency_score,
            zombie_environments: previousTeam.waste_opportunities.zombie_environments,
            potential_monthly_savings: savingsOf(before, team.team_name, team.currency),
          }
        : null,
    heat_map: teamHeat(teamEnvironments, window),
  }
}

/** Teams without environments are left out. */
function teamHeat(evaluated: readonly EvaluatedEnvironment[], window: QuarterSpan) {
  const [first] = evaluated
  if (!first) throw new Error('a team without environments was evaluated')
  return heatMap(
    evaluated.map(({ grid }) => grid),
    first.input.calendar,
    window,
  )
}

/** Potential savings of the previous window, by team and currency. */
function savingsOf({ recommendations, environments }: BehaviorAnalysis, team: string, currency: string): Decimal {
  const teamEnvironmentIds = new Set(
    environments.filter(({ analysis }) => analysis.team === team).map(({ analysis }) => analysis.environment_id),
  )
  return sum(
    recommendations
      .filter(
        (recommendation) =>
          recommendation.currency === currency && teamEnvironmentIds.has(recommendation.affected_environments[0] ?? ''),
      )
      .map((recommendation) => decimal(recommendation.potential_monthly_savings)),
  )
}

function lastDays({ from, to }: QuarterSpan, days: number): QuarterSpan {
  return { from: Math.max(from, to - days * perDay), to }
}

function daysOf({ from, to }: QuarterSpan): number {
  return Math.round((to - from) / perDay)
}

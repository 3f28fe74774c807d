/** The analysis over the windows people look at, each held against as many days before it. */
import { setImmediate as breathe } from 'node:timers/promises'
import { type ComparedTeam, usualWindows } from '@kept/domain/behaviour-run.ts'
import { type Decimal, decimal, sum } from '@kept/domain/decimal.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { type AnalysisInput, analyseStepwise, type BehaviourAnalysis } from '@kept/engine/behaviour/analyse.ts'
import { hasBit } from '@kept/engine/behaviour/bits.ts'
import type { CollectedEvents, EnvironmentActivity } from '@kept/engine/behaviour/collect-events.ts'
import type { JudgedEnvironment } from '@kept/engine/behaviour/environment-analysis.ts'
import { heatMap } from '@kept/engine/behaviour/heat-map.ts'
import { dateOfDay, perDay, type QuarterSpan, quarterMs, spanOfDays } from '@kept/engine/behaviour/quarters.ts'
import type { ScheduleResult, WindowResult } from '@kept/store/behaviour/results.ts'
import type { KnownWorld } from './read-world.ts'

export interface WindowsRequest {
  teams: readonly TeamSettings[]
  /** Days of somebody's own, beside the usual windows. */
  own: { from: string; to: string } | null
  notes: readonly string[]
  onStage(stage: string, progress: number): Promise<void>
  signal?: AbortSignal | undefined
}

/** Weeks that an environment's heat map tells of. */
const heatWeeks = 4
/** Milliseconds after which others have their turn: requests are answered by the same process. */
const turn = 15

export async function analyseWindows(
  world: KnownWorld,
  { teams, own, notes, onStage, signal }: WindowsRequest,
): Promise<{ windows: WindowResult[]; schedules: ScheduleResult[] }> {
  const { span } = world
  const base: AnalysisInput = { ...world, teams }
  await onStage('Finding schedules', 0.5)
  const whole = await run(base, signal)
  const schedules = new Map(whole.environments.map(({ analysis, schedule }) => [analysis.environment_id, schedule]))
  const wanted = [
    ...usualWindows.map((days) => ({ key: `${days}d`, over: lastDays(span, days) })),
    ...(own === null ? [] : [{ key: `${own.from}..${own.to}`, over: spanOfDays(own.from, own.to) }]),
  ]
  const windows: WindowResult[] = []
  for (const [index, { key, over }] of wanted.entries()) {
    await onStage(`Judging ${daysOf(over)} days`, 0.6 + (0.35 * index) / wanted.length)
    const analysis = await run({ ...base, window: over, schedules }, signal)
    const before = await previous(base, over, signal)
    windows.push(resultOf(key, analysis, before, [...world.notes, ...notes]))
  }
  const heatSpan = lastDays(span, 7 * heatWeeks)
  return {
    windows,
    schedules: whole.environments.map(({ analysis: { environment_id }, schedule, grid, input }) => ({
      environment_id,
      recommendation: schedule.recommendation,
      why_not: schedule.whyNot ?? '',
      heat_map: heatMap([grid], input.calendar, heatSpan),
      resources: world.resources.get(environment_id) ?? [],
    })),
  }
}

async function run(input: AnalysisInput, signal: AbortSignal | undefined): Promise<BehaviourAnalysis> {
  const steps = analyseStepwise(input)
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < turn) continue
    await breathe()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

/** The days before, as they would have been judged at their end; null where the bill does not reach back so far. */
async function previous(
  base: AnalysisInput,
  over: QuarterSpan,
  signal: AbortSignal | undefined,
): Promise<BehaviourAnalysis | null> {
  const { span } = base.events
  const window = { from: over.from - (over.to - over.from), to: over.from }
  if (window.from < span.from) return null
  return run({ ...base, events: knownAt(base.events, window.to), window, asOf: window.to * quarterMs }, signal)
}

/** Who was there last, and what was measured, is of that time too; load is only known for the days before today. */
function knownAt(events: CollectedEvents, to: number): CollectedEvents {
  const environments = new Map<string, EnvironmentActivity>()
  for (const [id, activity] of events.environments) {
    environments.set(id, {
      ...activity,
      lastActivity: lastBefore(activity, events.span, to),
      cpu: new Uint32Array(activity.cpu.length),
      networkByDay: new Map(),
    })
  }
  return { ...events, environments }
}

function lastBefore({ active, lastActivity }: EnvironmentActivity, span: QuarterSpan, to: number): number | null {
  for (let at = to - span.from - 1; at >= 0; at -= 1) if (hasBit(active, at)) return (at + 1 + span.from) * quarterMs
  return lastActivity !== null && lastActivity <= span.from * quarterMs ? lastActivity : null
}

function resultOf(
  key: string,
  { window, environments, teams, recommendations, insights }: BehaviourAnalysis,
  before: BehaviourAnalysis | null,
  notes: string[],
): WindowResult {
  const teamOf = new Map(environments.map(({ analysis }) => [analysis.environment_id, analysis.team]))
  const byTeam = Map.groupBy(environments, ({ analysis }) => analysis.team)
  return {
    key,
    from: dateOfDay(window.from / perDay),
    to: dateOfDay(window.to / perDay),
    environments: environments.map(({ analysis }) => analysis),
    summary: {
      teams: teams.map((team) => compared(team, byTeam.get(team.team_name) ?? [], before, window)),
      recommendations: recommendations.map((one) => ({
        ...one,
        team: teamOf.get(one.affected_environments[0] ?? '') ?? '',
      })),
      // An insight's id ends in the team it is about.
      insights: insights.map((one) => ({
        ...one,
        team: teams.find(({ team_name }) => one.id.endsWith(`:${team_name}`) && team_name !== '')?.team_name ?? '',
      })),
      notes,
    },
  }
}

function compared(
  team: BehaviourAnalysis['teams'][number],
  judged: readonly JudgedEnvironment[],
  before: BehaviourAnalysis | null,
  window: QuarterSpan,
): ComparedTeam {
  const own = judged.filter(({ analysis }) => analysis.currency === team.currency || analysis.currency === '')
  const then = before?.teams.find(
    ({ team_name, currency }) => team_name === team.team_name && currency === team.currency,
  )
  return {
    ...team,
    previous:
      before && then
        ? {
            monthly_waste: then.monthly_waste,
            efficiency_score: then.efficiency_score,
            zombie_environments: then.waste_opportunities.zombie_environments,
            potential_monthly_savings: savingsOf(before, team.team_name, team.currency),
          }
        : null,
    heat_map: teamHeat(own, window),
  }
}

/** A team is only told about when it has an environment. */
function teamHeat(judged: readonly JudgedEnvironment[], window: QuarterSpan) {
  const [first] = judged
  if (!first) throw new Error('a team without environments was judged')
  return heatMap(
    judged.map(({ grid }) => grid),
    first.input.calendar,
    window,
  )
}

/** What was to be saved then, in one team and currency. */
function savingsOf({ recommendations, environments }: BehaviourAnalysis, team: string, currency: string): Decimal {
  const own = new Set(
    environments.filter(({ analysis }) => analysis.team === team).map(({ analysis }) => analysis.environment_id),
  )
  return sum(
    recommendations
      .filter((one) => one.currency === currency && own.has(one.affected_environments[0] ?? ''))
      .map((one) => decimal(one.potential_monthly_savings)),
  )
}

function lastDays({ from, to }: QuarterSpan, days: number): QuarterSpan {
  return { from: Math.max(from, to - days * perDay), to }
}

function daysOf({ from, to }: QuarterSpan): number {
  return Math.round((to - from) / perDay)
}

/** What stands out, with the number of observations behind it. Nothing here is about a person. */
import type { Insight } from '@kept/domain/behavior.ts'
import type { TeamAnalysis } from '@kept/domain/team.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { median } from '../maths/quantile.ts'
import type { EvaluatedEnvironment } from './environment-analysis.ts'
import { hoursOf } from './measure.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

export interface TeamSeen {
  team: TeamAnalysis
  calendar: TeamCalendar
  evaluated: readonly EvaluatedEnvironment[]
}

const rules = {
  /** Share of the waste from which one kind of time counts as recurring. */
  recurring: 0.35,
  /** Share of the work outside of working hours from which the hours are set wrongly. */
  outside: 0.25,
  /** Points by which a week's score leaves the weeks before it. */
  fall: 15,
} as const

/** The weightiest first. */
export function findInsights(teams: readonly TeamSeen[]): Insight[] {
  const names = teams.map(({ team }) => team.team_name)
  return teams
    .flatMap((analyzedTeam) => {
      const insights = [
        unwatched(analyzedTeam),
        zombies(analyzedTeam),
        recurringWaste(analyzedTeam),
        otherHours(analyzedTeam),
        fallingWeek(analyzedTeam),
        unmanaged(analyzedTeam),
      ].filter((insight) => insight !== undefined)
      const isTwice = names.filter((name) => name === analyzedTeam.team.team_name).length > 1
      return isTwice ? insights.map((insight) => inCurrency(insight, analyzedTeam.team)) : insights
    })
    .toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact) || b.data_points - a.data_points)
}

/** A team that pays in two currencies has insights in each. */
function inCurrency(insight: Insight, { team_name, currency }: TeamAnalysis): Insight {
  const kind = insight.id.slice(0, insight.id.length - team_name.length)
  return { ...insight, id: `${kind}${currency}:${team_name}`, title: `${insight.title}, paid in ${currency}` }
}

const impacts: Insight['impact'][] = ['low', 'medium', 'high', 'critical']

function unwatched({ team, evaluated }: TeamSeen): Insight | undefined {
  const silent = evaluated.filter(({ input }) => !input.isObserved && input.running !== undefined)
  if (silent.length === 0) return undefined
  return {
    id: `unwatched:${team.team_name}`,
    type: 'warning',
    title: `No activity data for ${teamLabel(team)}`,
    description: `${count(silent.length, 'environment')} on the bill, but no usage events. Idle time is not reported until a source is connected.`,
    impact: 'medium',
    data_points: silent.length,
    confidence: 1,
    actionable: true,
    action: 'Connect an activity source',
  }
}

function zombies({ team, evaluated }: TeamSeen): Insight | undefined {
  const dead = evaluated.filter(({ zombie }) => zombie.is)
  if (dead.length === 0) return undefined
  const share = dead.length / evaluated.length
  return {
    id: `zombies:${team.team_name}`,
    type: 'warning',
    title: `${count(dead.length, 'zombie environment')} of ${teamLabel(team)}`,
    description: `Running unused for two weeks: ${formatMoney(team.waste_opportunities.zombie_waste, team.currency)} of the cost in this period.`,
    impact: share >= 0.25 ? 'critical' : share >= 0.1 ? 'high' : 'medium',
    data_points: evaluated.length,
    confidence: Math.min(...dead.map(({ zombie }) => zombie.confidence)),
    actionable: true,
    action: 'Delete zombie environments',
  }
}

/** Where most of the waste is of one kind, it has one recurring cause. */
function recurringWaste({ team, evaluated }: TeamSeen): Insight | undefined {
  const phrases = {
    ...{ weekend: 'over weekends', after_hours: 'after hours', holiday: 'on holidays' },
    in_hours_idle: 'unused in working hours',
  } as const
  const wasted = team.total_runtime_hours - team.actual_usage_hours
  if (wasted <= 0 || team.wasted_cost === null) return undefined
  const [kind, part] = keysOf(phrases)
    .map((key) => [key, team.waste[key]] as const)
    .toSorted((a, b) => b[1].hours - a[1].hours)[0] ?? [undefined, undefined]
  if (!kind || !part || part.hours / wasted < rules.recurring) return undefined
  const share = part.hours / team.total_runtime_hours
  return {
    id: `habit:${kind}:${team.team_name}`,
    type: 'pattern',
    title: `${sentence(teamLabel(team))} leaves environments running ${phrases[kind]}`,
    description: `${percent(part.hours / wasted)} of its wasted hours: ${part.hours} hours for ${formatMoney(part.cost, team.currency)}.`,
    impact: share > 0.4 ? 'high' : share > 0.15 ? 'medium' : 'low',
    data_points: Math.round(team.total_runtime_hours),
    confidence: confidenceOf(evaluated),
    actionable: true,
    action: kind === 'in_hours_idle' ? 'Stop environments when idle' : 'Apply schedules',
  }
}

/** Work that lies elsewhere than the hours that are set: the calendar is wrong, and so is what is called after hours. */
function otherHours({ team, calendar, evaluated }: TeamSeen): Insight | undefined {
  let [all, outside] = [0, 0]
  for (const { grid, input } of evaluated) {
    for (
      let quarter = input.window.from - calendar.span.from;
      quarter < input.window.to - calendar.span.from;
      quarter += 1
    ) {
      if (grid.used[quarter] !== 1 || grid.running[quarter] !== 1) continue
      all += 1
      if (calendar.kind[quarter] === kinds.afterHours) outside += 1
    }
  }
  if (hoursOf(all) < 40 || outside / all < rules.outside) return undefined
  const peaks = team.peak_hours.map(({ start, end }) => `${start} to ${end}`).join(' and ')
  return {
    id: `hours:${team.team_name}`,
    type: 'pattern',
    title: `${sentence(teamLabel(team))} works outside its set hours`,
    description: `${percent(outside / all)} of its work is outside its working hours, mostly from ${peaks} (${calendar.timeZone}).`,
    impact: 'medium',
    data_points: Math.round(hoursOf(all)),
    confidence: confidenceOf(evaluated),
    actionable: true,
    action: 'Update working hours',
  }
}

function fallingWeek({ team, evaluated }: TeamSeen): Insight | undefined {
  const scores = team.weekly_efficiency
    .filter(({ days }) => days > 6.9)
    .flatMap(({ efficiency_score }) => efficiency_score ?? [])
  const last = scores.at(-1)
  if (last === undefined || scores.length < 4) return undefined
  const typicalScore = median(scores.slice(0, -1))
  if (typicalScore - last < rules.fall) return undefined
  return {
    id: `fall:${team.team_name}`,
    type: 'anomaly',
    title: `The efficiency of ${teamLabel(team)} fell to ${last}`,
    description: `The median is ${typicalScore.toFixed(1)}. The last full week is ${(typicalScore - last).toFixed(1)} points lower.`,
    impact: typicalScore - last >= 2 * rules.fall ? 'high' : 'medium',
    data_points: scores.length,
    confidence: confidenceOf(evaluated),
    actionable: false,
    action: null,
  }
}

function unmanaged({ team, evaluated }: TeamSeen): Insight | undefined {
  const candidates = evaluated.filter(
    ({ schedule, analysis, zombie }) =>
      !zombie.is &&
      // Where a schedule saves nothing there is nothing to follow.
      Number(schedule.recommendation?.backtest.monthly_savings ?? 0) > 0 &&
      analysis.auto_shutdown_enabled !== true,
  )
  if (candidates.length === 0) return undefined
  return {
    id: `schedules:${team.team_name}`,
    type: 'opportunity',
    title: `${count(candidates.length, 'environment')} of ${teamLabel(team)} could follow a schedule`,
    description: `Work hours are regular: in a two-week backtest, schedules cover at least 93% of the work.`,
    impact: candidates.length / evaluated.length > 0.5 ? 'high' : 'medium',
    data_points: candidates.reduce((sum, { analysis }) => sum + analysis.data_points, 0),
    confidence: confidenceOf(candidates),
    actionable: true,
    action: 'Review schedules',
  }
}

/** More observations, more certainty: half at fifty events, never all. */
function confidenceOf(evaluated: readonly EvaluatedEnvironment[]): number {
  const events = evaluated.reduce((sum, { analysis }) => sum + analysis.data_points, 0)
  return Math.round(Math.min(0.98, events / (events + 50)) * 100) / 100
}

function teamLabel({ team_name }: TeamAnalysis): string {
  return team_name === '' ? 'no named team' : `team ${team_name}`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

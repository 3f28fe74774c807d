/** What stands out, with the number of observations behind it. Nothing here is about a person. */
import type { Insight } from '@kept/domain/behaviour.ts'
import { toPlaces } from '@kept/domain/decimal.ts'
import type { TeamAnalysis } from '@kept/domain/team.ts'
import { median } from '../maths/quantile.ts'
import type { JudgedEnvironment } from './environment-analysis.ts'
import { hoursOf } from './measure.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

export interface TeamSeen {
  team: TeamAnalysis
  calendar: TeamCalendar
  judged: readonly JudgedEnvironment[]
}

const rules = {
  /** Share of the waste from which a kind of time is a habit. */
  habit: 0.35,
  /** Share of the work outside of working hours from which the hours are set wrongly. */
  outside: 0.25,
  /** Points by which a week's score leaves the weeks before it. */
  fall: 15,
} as const

/** The weightiest first. */
export function findInsights(teams: readonly TeamSeen[]): Insight[] {
  const names = teams.map(({ team }) => team.team_name)
  return teams
    .flatMap((seen) => {
      const found = [
        unwatched(seen),
        zombies(seen),
        habit(seen),
        otherHours(seen),
        fallingWeek(seen),
        unmanaged(seen),
      ].filter((insight) => insight !== undefined)
      const isTwice = names.filter((name) => name === seen.team.team_name).length > 1
      return isTwice ? found.map((insight) => inCurrency(insight, seen.team)) : found
    })
    .toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact) || b.data_points - a.data_points)
}

/** A team that pays in two currencies is told about in each. */
function inCurrency(insight: Insight, { team_name, currency }: TeamAnalysis): Insight {
  const kind = insight.id.slice(0, insight.id.length - team_name.length)
  return { ...insight, id: `${kind}${currency}:${team_name}`, title: `${insight.title}, paid in ${currency}` }
}

const impacts: Insight['impact'][] = ['low', 'medium', 'high', 'critical']

function unwatched({ team, judged }: TeamSeen): Insight | undefined {
  const silent = judged.filter(({ input }) => !input.isWatched && input.running !== undefined)
  if (silent.length === 0) return undefined
  return {
    id: `unwatched:${team.team_name}`,
    type: 'warning',
    title: `No activity of ${named(team)} reaches Kept`,
    description: `${count(silent.length, 'environment')} of it on the bill, and not one sign of use was received. Nothing is called idle until a source is connected.`,
    impact: 'medium',
    data_points: silent.length,
    confidence: 1,
    actionable: true,
    action: 'Connect a source of activity',
  }
}

function zombies({ team, judged }: TeamSeen): Insight | undefined {
  const dead = judged.filter(({ zombie }) => zombie.is)
  if (dead.length === 0) return undefined
  const share = dead.length / judged.length
  return {
    id: `zombies:${team.team_name}`,
    type: 'warning',
    title: `${count(dead.length, 'zombie environment')} of ${named(team)}`,
    description: `Running without anybody for two weeks: ${toPlaces(team.waste_opportunities.zombie_waste, 2)} ${team.currency} of the window's cost.`,
    impact: share >= 0.25 ? 'critical' : share >= 0.1 ? 'high' : 'medium',
    data_points: judged.length,
    confidence: Math.min(...dead.map(({ zombie }) => zombie.confidence)),
    actionable: true,
    action: 'Delete zombie environments',
  }
}

/** Where most of the waste is of one kind, one habit is behind it. */
function habit({ team, judged }: TeamSeen): Insight | undefined {
  const words = { weekend: 'over weekends', after_hours: 'after hours', holiday: 'on holidays' } as const
  const wasted = team.total_runtime_hours - team.actual_usage_hours
  if (wasted <= 0 || team.wasted_cost === null) return undefined
  const [kind, part] = (Object.keys(words) as (keyof typeof words)[])
    .map((key) => [key, team.waste[key]] as const)
    .toSorted((a, b) => b[1].hours - a[1].hours)[0] ?? [undefined, undefined]
  if (!kind || !part || part.hours / wasted < rules.habit) return undefined
  const share = part.hours / team.total_runtime_hours
  return {
    id: `habit:${kind}:${team.team_name}`,
    type: 'pattern',
    title: `${sentence(named(team))} leaves environments running ${words[kind]}`,
    description: `${percent(part.hours / wasted)} of its wasted hours: ${part.hours} hours for ${toPlaces(part.cost, 2)} ${team.currency}.`,
    impact: share > 0.4 ? 'high' : share > 0.15 ? 'medium' : 'low',
    data_points: Math.round(team.total_runtime_hours),
    confidence: confidenceOf(judged),
    actionable: true,
    action: 'Switch on schedules',
  }
}

/** Work that lies elsewhere than the hours that are set: the calendar is wrong, and so is what is called after hours. */
function otherHours({ team, calendar, judged }: TeamSeen): Insight | undefined {
  let [all, outside] = [0, 0]
  for (const { grid, input } of judged) {
    for (let at = input.window.from - calendar.span.from; at < input.window.to - calendar.span.from; at += 1) {
      if (grid.used[at] !== 1 || grid.running[at] !== 1) continue
      all += 1
      if (calendar.kind[at] === kinds.afterHours) outside += 1
    }
  }
  if (hoursOf(all) < 40 || outside / all < rules.outside) return undefined
  const peaks = team.peak_hours.map(({ start, end }) => `${start} to ${end}`).join(' and ')
  return {
    id: `hours:${team.team_name}`,
    type: 'pattern',
    title: `${sentence(named(team))} works at other hours than are set`,
    description: `${percent(outside / all)} of its work lies outside its working hours; most of it is done from ${peaks} (${calendar.timezone}).`,
    impact: 'medium',
    data_points: Math.round(hoursOf(all)),
    confidence: confidenceOf(judged),
    actionable: true,
    action: 'Set the working hours',
  }
}

function fallingWeek({ team, judged }: TeamSeen): Insight | undefined {
  const scores = team.weekly_efficiency
    .filter(({ days }) => days > 6.9)
    .flatMap(({ efficiency_score }) => efficiency_score ?? [])
  const last = scores.at(-1)
  if (last === undefined || scores.length < 4) return undefined
  const usual = median(scores.slice(0, -1))
  if (usual - last < rules.fall) return undefined
  return {
    id: `fall:${team.team_name}`,
    type: 'anomaly',
    title: `The efficiency of ${named(team)} fell to ${last}`,
    description: `It is usually ${usual.toFixed(1)}; the last whole week ended ${(usual - last).toFixed(1)} points below.`,
    impact: usual - last >= 2 * rules.fall ? 'high' : 'medium',
    data_points: scores.length,
    confidence: confidenceOf(judged),
    actionable: false,
    action: null,
  }
}

function unmanaged({ team, judged }: TeamSeen): Insight | undefined {
  const found = judged.filter(
    ({ schedule, analysis, zombie }) =>
      !zombie.is &&
      // Where a schedule saves nothing there is nothing to follow.
      Number(schedule.recommendation?.backtest.monthly_saving ?? 0) > 0 &&
      analysis.auto_shutdown_enabled !== true,
  )
  if (found.length === 0) return undefined
  return {
    id: `schedules:${team.team_name}`,
    type: 'opportunity',
    title: `${count(found.length, 'environment')} of ${named(team)} could follow a schedule`,
    description: `Their people work at steady hours: schedules made without the last two weeks cover at least 93 % of the work of these.`,
    impact: found.length / judged.length > 0.5 ? 'high' : 'medium',
    data_points: found.reduce((sum, { analysis }) => sum + analysis.data_points, 0),
    confidence: confidenceOf(found),
    actionable: true,
    action: 'Review schedules',
  }
}

/** More observations, more certainty: half at fifty events, never all. */
function confidenceOf(judged: readonly JudgedEnvironment[]): number {
  const events = judged.reduce((sum, { analysis }) => sum + analysis.data_points, 0)
  return Math.round(Math.min(0.98, events / (events + 50)) * 100) / 100
}

function named({ team_name }: TeamAnalysis): string {
  return team_name === '' ? 'no named team' : `team ${team_name}`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** The analysis of one environment: its hours, its waste, its state, and the schedule that would suit it. */
import type { EnvironmentAnalysis, EnvironmentFacts, EnvironmentStatus, Waste } from '@kept/domain/environment.ts'
import { type Nano, nanoText } from '../savings/exact.ts'
import { activeHours, idleQuarters, withoutPauses } from './active-hours.ts'
import { type EnvironmentActivity, emptyActivity, loadDays } from './collect-events.ts'
import { type EnvironmentRunning, neverRan, otherCostIn, runningQuarters } from './collect-running.ts'
import { efficiencyScore, utilization } from './efficiency.ts'
import { type EnvironmentGrid, hoursOf, type Measured, measure, nanoOf } from './measure.ts'
import { orphanReasons } from './orphan.ts'
import { addUseByHour, noUse, peakHours } from './peak-hours.ts'
import { perDay, perHour, type QuarterSpan, quarterMs, toInstant } from './quarters.ts'
import { recommendOff, recommendSchedule, type ScheduleEvaluation, shortForm } from './recommend-schedule.ts'
import type { TeamCalendar } from './team-calendar.ts'
import { evaluateZombie, type ZombieEvaluation } from './zombie.ts'

export interface EnvironmentInput {
  facts: EnvironmentFacts
  activity: EnvironmentActivity | undefined
  running: EnvironmentRunning | undefined
  calendar: TeamCalendar
  window: QuarterSpan
  /** Milliseconds since 1970: the end of the data of bill and events. */
  asOf: number
  /** Without any event of its team, silence is no evidence. */
  isObserved: boolean
  /** Where its people are, and when its team was last at work: milliseconds since 1970. */
  lastSeen(person: string): number | null
  lastTeamUse: number | null
  /** Its earlier evaluation over the same span. */
  schedule?: ScheduleEvaluation | undefined
  skipReasons: string[]
}

export interface EvaluatedEnvironment {
  analysis: EnvironmentAnalysis
  input: EnvironmentInput
  grid: EnvironmentGrid
  measured: Measured
  zombie: ZombieEvaluation
  schedule: ScheduleEvaluation
}

export function evaluateEnvironment(input: EnvironmentInput): EvaluatedEnvironment {
  const { facts, calendar, window, asOf } = input
  const { span } = calendar
  const length = span.to - span.from
  const running = input.running ?? neverRan(facts.environment_id, length / perHour, '')
  const activity = input.activity ?? emptyActivity(facts.environment_id, length)
  const grid = gridOf(activity, running, calendar)
  const counted = measure(grid, calendar, window)
  const measured = input.isObserved ? counted : withoutWaste(counted)
  const ran = ranLately(grid.running, span, asOf, perDay)
  const zombie = evaluateZombie(activity, {
    ...{
      span,
      ran: input.isObserved && (ran || isRegularPause(grid.running, span, asOf)),
      runningDays: daysRun(grid.running, span, asOf),
    },
    ...{ firstRan: running.firstRan, asOf, exemptReason: facts.exempt_reason },
    ...{ lastSeen: input.lastSeen, lastTeamUse: input.lastTeamUse },
  })
  const schedule = input.schedule ?? scheduleOf(input, zombie, { grid, activity, currency: running.currency })
  const orphan = orphanReasons(facts, asOf)
  const used = addedUse(grid, calendar, window)
  const [total, otherCost] = [nanoOf(measured.cost), otherCostIn(running, span, window)]
  const wastedParts = waste(measured)
  const analysis: EnvironmentAnalysis = {
    environment_id: facts.environment_id,
    environment_name: facts.environment_name,
    type: facts.type,
    project: facts.project,
    team: facts.team,
    owner: facts.owner,
    total_runtime_hours: hoursOf(measured.running),
    actual_usage_hours: hoursOf(measured.used),
    waste_percentage:
      measured.running === 0 || !input.isObserved ? null : percent(measured.running - measured.used, measured.running),
    cost_per_hour: measured.running === 0 ? null : nanoText(nanoOf((measured.cost * 4n) / BigInt(measured.running))),
    total_cost: nanoText(total + otherCost),
    wasted_cost: input.isObserved ? nanoText(wastedNano(measured)) : null,
    currency: running.currency,
    last_activity: activity.lastActivity === null ? null : instantOf(activity.lastActivity),
    status: statusOf({ input, grid, ran, zombie, orphaned: orphan.length > 0 }),
    created_at: facts.created_at,
    auto_shutdown_enabled: facts.auto_shutdown_enabled,
    recommended_schedule: schedule.recommendation ? shortForm(schedule.recommendation) : null,
    utilization: input.isObserved ? utilization(measured) : null,
    efficiency_score: input.isObserved ? efficiencyScore(measured, zombie.is ? measured.cost : 0n) : null,
    waste: wastedParts,
    idle_hours: hoursOf(measured.idle),
    peak_hours: peakHours(used),
    orphan_reasons: orphan,
    confidence: input.isObserved ? zombie.confidence : 0,
    skip_reasons: [
      ...input.skipReasons,
      ...gaps(running),
      // Unused for long and still no zombie: the reason distinguishes it from its neighbor in the list.
      ...(ran && measured.running > 0 && !zombie.is && isUnused(activity, measured, asOf) ? zombie.evidence : []),
      ...(schedule.skipReasons ? [schedule.skipReasons] : []),
    ],
    data_points: activity.events,
  }
  return { analysis, input, grid, measured, zombie, schedule }
}

export function gridOf(
  activity: EnvironmentActivity,
  running: EnvironmentRunning,
  calendar: TeamCalendar,
): EnvironmentGrid {
  const active = withoutPauses(activity.active, calendar.span.to - calendar.span.from)
  return { running: runningQuarters(running), active, used: activeHours(active, calendar), cost: running.cost }
}

/** Without an activity source, what ran is known and what was wasted is not. */
function withoutWaste(counted: Measured): Measured {
  return { ...counted, idle: 0, waste: [0, 0, 0, 0], wasteCost: [0n, 0n, 0n, 0n] }
}

/** The four parts, each rounded once; the wasted cost is their sum, so that they always add up. */
export function waste({ waste: quarters, wasteCost }: Pick<Measured, 'waste' | 'wasteCost'>): Waste {
  const part = (kind: 0 | 1 | 2 | 3) => ({ hours: hoursOf(quarters[kind]), cost: nanoText(nanoOf(wasteCost[kind])) })
  return { holiday: part(0), weekend: part(1), after_hours: part(2), in_hours_idle: part(3) }
}

export function wastedNano({ wasteCost }: Pick<Measured, 'wasteCost'>): Nano {
  return wasteCost.reduce((sum, cost) => sum + nanoOf(cost), 0n)
}

function scheduleOf(
  input: EnvironmentInput,
  zombie: ZombieEvaluation,
  { grid, activity, currency }: { grid: EnvironmentGrid; activity: EnvironmentActivity; currency: string },
): ScheduleEvaluation {
  const { facts, calendar, asOf, isObserved } = input
  if (!isObserved) return { recommendation: null, skipReasons: 'No activity data for its team, so usage is unknown.' }
  const { span } = calendar
  const to = Math.min(span.to, Math.floor(asOf / quarterMs))
  const first = grid.running.indexOf(1)
  if (first < 0) {
    const isReported = input.running !== undefined && input.running.unplacedHours === 0
    const skipReasons = isReported ? 'It did not run.' : 'The bill does not show the hours it ran.'
    return { recommendation: null, skipReasons }
  }
  // Whole weeks back from the end, and none of before it existed.
  const weeks = Math.min(backtestWeeks, Math.floor((to - span.from - first) / (7 * perDay)))
  const over = { from: to - weeks * 7 * perDay, to }
  const past = { grid, calendar, byUser: activity.byUser, currency, over }
  return zombie.is ? recommendOff(facts.environment_id, past, weeks) : recommendSchedule(facts.environment_id, past)
}

function statusOf({
  input: { calendar, asOf, isObserved, running, facts },
  grid,
  ran,
  zombie,
  orphaned,
}: {
  input: EnvironmentInput
  grid: EnvironmentGrid
  ran: boolean
  zombie: ZombieEvaluation
  orphaned: boolean
}): EnvironmentStatus {
  if (zombie.is) return 'zombie'
  // No bill names it: whether it runs is not known, and events without an owner are no evidence.
  if (running === undefined) return orphaned && (facts.owner_left || facts.unattached) ? 'orphan' : 'unknown'
  // Days that do not say which of their hours it ran do not say that it was stopped.
  const inactiveStatus = running.unplacedHours > 0 ? 'unknown' : 'stopped'
  if (!isObserved) return orphaned ? 'orphan' : ran ? 'unknown' : inactiveStatus
  const { span } = calendar
  if (ranLately(grid.running, span, asOf, perHour) && !ranLately(grid.active, span, asOf, idleQuarters)) return 'idle'
  if (orphaned) return 'orphan'
  return ran ? 'active' : inactiveStatus
}

/** Whole weeks of the past that a schedule is tried on: the last quarter year, whatever else is known. */
const backtestWeeks = 12

function isUnused({ lastActivity }: EnvironmentActivity, { used }: Measured, asOf: number): boolean {
  return used === 0 || (lastActivity !== null && lastActivity <= asOf - loadDays * perDay * quarterMs)
}

/** Off for the weekend, as on the weekends of the two weeks before: it still counts as running. */
function isRegularPause(running: Uint8Array, span: QuarterSpan, asOf: number): boolean {
  const to = Math.min(running.length, Math.floor(asOf / quarterMs) - span.from)
  const last = running.lastIndexOf(1, to - 1)
  if (last < 0) return false
  let longest = 0
  for (let quarter = last, end = last; quarter > Math.max(0, last - loadDays * perDay); quarter -= 1) {
    if (running[quarter] === 1) end = quarter
    else longest = Math.max(longest, end - quarter)
  }
  return to - 1 - last <= longest && to - 1 - last < 4 * perDay
}

/** Of the last fourteen days, those on which it ran. */
function daysRun(running: Uint8Array, span: QuarterSpan, asOf: number): number {
  const to = Math.min(running.length, Math.floor(asOf / quarterMs) - span.from)
  let days = 0
  for (let end = to; end > 0 && end > to - loadDays * perDay; end -= perDay)
    if (running.subarray(Math.max(0, end - perDay), end).includes(1)) days += 1
  return days
}

/** Whether any of the last `quarters` before an instant is marked. */
function ranLately(flags: Uint8Array, span: QuarterSpan, asOf: number, quarters: number): boolean {
  const to = Math.min(flags.length, Math.floor(asOf / quarterMs) - span.from)
  for (let quarter = Math.max(0, to - quarters); quarter < to; quarter += 1) if (flags[quarter] === 1) return true
  return false
}

function addedUse(grid: EnvironmentGrid, calendar: TeamCalendar, window: QuarterSpan): number[] {
  const byHour = noUse()
  addUseByHour(byHour, grid, calendar, window)
  return byHour
}

function gaps({ unplacedHours, unpricedHours, otherCost, firstRan }: EnvironmentRunning): string[] {
  const all: string[] = []
  if (otherCost > 0n && firstRan === null) all.push('The bill has charges but no running hours.')
  if (unplacedHours > 0) {
    all.push(`${round(unplacedHours)} hours are billed by day. They are included in the cost, not in the hours.`)
  }
  if (unpricedHours > 0) all.push(`${unpricedHours} hours have no cost on the bill.`)
  return all
}

function percent(part: number, total: number): number {
  return round((100 * part) / total)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function instantOf(epochMs: number): string {
  return toInstant(epochMs / quarterMs)
}

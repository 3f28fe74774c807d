/** The schedule that would have cost least without disturbing anyone, proved on weeks it has not seen. */
import type { RecommendedSchedule, ScheduleChoice, ScheduleRecommendation } from '@kept/domain/schedule.ts'
import { clockOfMinutes } from '@kept/domain/work-calendar.ts'
import { nanoText } from '../savings/exact.ts'
import { backtest, monthly, type Past, type Replay, replay } from './backtest.ts'
import { dayCuts, solveFrom } from './day-cut.ts'
import { nanoOf } from './measure.ts'
import { weeksOfToday } from './moved-hours.ts'
import { perDay, type QuarterSpan } from './quarters.ts'
import { minHours, type ScheduleTask, type SolvedSchedule } from './solve-schedule.ts'
import { kinds } from './team-calendar.ts'
import { dayWindows, minutesOfWindow, weekPlan, weekSchedule, windowPlan } from './week-plan.ts'
import { type WeeklyWork, weeklyWork } from './weekly-work.ts'

const scheduleRules = {
  fewestWeeks: 4,
  maxWeeks: 8,
  heldOutWeeks: 2,
  /** Thousandths of the expected work to cover; raised while the held-out weeks are covered too little. */
  targets: [950, 970, 990, 1000],
  /** From less history every hour that was used counts. */
  targetsOfFewWeeks: [990, 1000],
  heldOutCoverage: 0.93,
  /** An hour used in at least this share of the weeks is never cut. */
  mandatoryShare: 0.5,
} as const

export type ScheduleEvaluation =
  | { recommendation: ScheduleRecommendation; replay: Replay; skipReasons: null }
  | { recommendation: null; skipReasons: string }

/** `past.over` is what the backtest runs on; the weeks learned from are its last eight. */
export function recommendSchedule(environmentId: string, past: Past): ScheduleEvaluation {
  const { calendar, grid, over } = past
  const weeks = Math.min(scheduleRules.maxWeeks, Math.floor((over.to - over.from) / (7 * perDay)))
  if (weeks < scheduleRules.fewestWeeks) {
    return {
      recommendation: null,
      skipReasons: `A schedule needs ${scheduleRules.fewestWeeks} weeks of history; there are ${weeks}.`,
    }
  }
  const learned = weeksUntil(over.to, weeks)
  const today = weeksOfToday(grid, calendar, learned)
  // Where hours moved the weeks before are no example, and no trial of what is recommended.
  return today === weeks
    ? solve(environmentId, past, learned, heldOutOf(weeks))
    : solve(environmentId, { ...past, over: weeksUntil(over.to, today) }, weeksUntil(over.to, today), heldOutOf(today))
}

/** Of three weeks of new hours two are learned from, and one is the test. */
export function heldOutOf(weeks: number): number {
  return weeks < scheduleRules.fewestWeeks ? 1 : scheduleRules.heldOutWeeks
}

function weeksUntil(to: number, weeks: number): QuarterSpan {
  return { from: to - weeks * 7 * perDay, to }
}

function solve(environmentId: string, past: Past, learned: QuarterSpan, heldOutWeeks: number): ScheduleEvaluation {
  const { calendar, grid } = past
  const split = learned.to - heldOutWeeks * 7 * perDay
  const before = taskOf(weeklyWork(grid, calendar, { from: learned.from, to: split }))
  const all = taskOf(weeklyWork(grid, calendar, learned))
  const total = all.expected.flat().reduce((sum, work) => sum + work, 0)
  if (total === 0) return { recommendation: null, skipReasons: 'No one used it, so there are no hours to keep it on.' }

  const proved = dayCuts(all)
    .flatMap((cut) => proveOf({ before, all, cut }, past, { from: split, to: learned.to }) ?? [])
    // Of as many hours the fewer windows; then days that begin at midnight.
    .toSorted((a, b) => a.solved.hours - b.solved.hours || windowCount(a) - windowCount(b))[0]
  if (!proved) {
    return {
      recommendation: null,
      skipReasons: `Its hours vary too much: no schedule covers ${scheduleRules.heldOutCoverage * 100}% of the last ${heldOutWeeks === 1 ? 'week' : 'two weeks'}. Stop it when idle instead.`,
    }
  }
  const { solutions, solved, target, heldOut, interruptionsPerWeek } = proved
  const schedule = weekSchedule(solved.days, calendar.timeZone)
  const pastReplay = replay(past)
  const tried = backtest(pastReplay, weekPlan(schedule))
  return {
    skipReasons: null,
    replay: pastReplay,
    recommendation: {
      environment_id: environmentId,
      schedule,
      weekly_hours: solved.hours,
      coverage: solved.covered / total,
      target_coverage: target / 1000,
      held_out_coverage: heldOut,
      weeks: (learned.to - learned.from) / (7 * perDay),
      // The weeks a schedule was made from flatter it.
      expected_interruptions_per_week: Math.max(tried.interruptions_per_week, interruptionsPerWeek),
      backtest: tried,
      choices: choices(solutions, solved, total, pastReplay),
    },
  }
}

/** Off all week, started on demand: a safe first step for a zombie, before it is deleted. */
export function recommendOff(environmentId: string, past: Past, weeks: number): ScheduleEvaluation {
  const schedule = weekSchedule([], past.calendar.timeZone)
  const pastReplay = replay(past)
  const tried = backtest(pastReplay, weekPlan(schedule))
  return {
    skipReasons: null,
    replay: pastReplay,
    recommendation: {
      environment_id: environmentId,
      schedule,
      weekly_hours: 0,
      coverage: 1,
      target_coverage: 1,
      held_out_coverage: null,
      weeks,
      expected_interruptions_per_week: tried.interruptions_per_week,
      backtest: tried,
      choices: [
        {
          weekly_hours: 0,
          coverage: 1,
          windows: [],
          saved_cost: tried.saved_cost,
          monthly_savings: tried.monthly_savings,
          interruption_count: tried.interruption_count,
          recommended: true,
        },
      ],
    },
  }
}

function windowCount({ solved }: Proved): number {
  return solved.days.flat().length
}

interface Proved {
  /** For every number of hours that can be had. */
  solutions: (SolvedSchedule | undefined)[]
  solved: SolvedSchedule
  target: number
  heldOut: number | null
  /** In the weeks that were held out. */
  interruptionsPerWeek: number
}

/** The least hours of the lowest target that holds on weeks the schedule was made without; undefined when none does. */
function proveOf(
  { before, all, cut }: { before: ScheduleTask; all: ScheduleTask; cut: number },
  past: Past,
  heldOutSpan: QuarterSpan,
): Proved | undefined {
  const [solutionsBefore, solutions] = [solveFrom(before, cut), solveFrom(all, cut)]
  const heldOutWeeks = (heldOutSpan.to - heldOutSpan.from) / (7 * perDay)
  for (const target of heldOutWeeks < scheduleRules.heldOutWeeks
    ? scheduleRules.targetsOfFewWeeks
    : scheduleRules.targets) {
    const solvedBefore = minHours(before, solutionsBefore, target)
    const heldOut = coverageOf(solvedBefore, past, heldOutSpan)
    if ((heldOut ?? 1) < scheduleRules.heldOutCoverage) continue
    const solved = minHours(all, solutions, target)
    if (!solved) continue
    const plan = weekPlan(weekSchedule(solvedBefore?.days ?? [], past.calendar.timeZone))
    const { interruptions } = replay({ ...past, over: heldOutSpan }).saved(plan)
    const interruptionsPerWeek = Math.round((100 * interruptions.length) / heldOutWeeks) / 100
    return { solutions, solved, target, heldOut, interruptionsPerWeek }
  }
  return undefined
}

/** The specification's short form: the earliest start, the latest end, and the days they begin on. */
export function shortForm({ schedule }: ScheduleRecommendation): RecommendedSchedule | null {
  const { windows, time_zone: timeZone } = schedule
  if (windows.length === 0) return null
  const all = windows.map(minutesOfWindow)
  // Of shifts over midnight, what begins before noon belongs to the evening before.
  const isNight = all.some(({ to }) => to > 1440)
  const shifts = all.map(({ from, to }) =>
    isNight && from < 720 ? { from: from + 1440, to: to + 1440 } : { from, to },
  )
  const end = Math.max(...shifts.map(({ to }) => to))
  return {
    start_time: clockOfMinutes(Math.min(...shifts.map(({ from }) => from)) % 1440),
    end_time: clockOfMinutes(end > 1440 ? end % 1440 : end),
    days: [...new Set(windows.map(({ day }) => day))],
    time_zone: timeZone,
  }
}

function taskOf({ expected, usedShare }: WeeklyWork): ScheduleTask {
  return { expected, mandatory: usedShare.map((day) => day.map((share) => share >= scheduleRules.mandatoryShare)) }
}

/** Share of the work of a stretch that falls into the windows; null when there was none. Holidays do not count. */
function coverageOf(solved: SolvedSchedule | undefined, { grid, calendar }: Past, over: QuarterSpan): number | null {
  const plan = windowPlan(dayWindows(solved?.days ?? []))
  let [inside, work] = [0, 0]
  for (let quarter = over.from - calendar.span.from; quarter < over.to - calendar.span.from; quarter += 1) {
    if (grid.running[quarter] !== 1 || grid.used[quarter] !== 1 || calendar.kind[quarter] === kinds.holiday) continue
    work += 1
    inside += plan[calendar.weekSlot[quarter] ?? 0] ?? 0
  }
  return work === 0 ? null : inside / work
}

/** From the fewest interruptions to the most saved; of the choices that another beats in both, none. */
function choices(
  solutions: (SolvedSchedule | undefined)[],
  recommended: SolvedSchedule,
  total: number,
  { saved, past }: Replay,
): ScheduleChoice[] {
  const tried = solutions.flatMap((solved) => {
    if (!solved) return []
    const windows = dayWindows(solved.days)
    const { cost, interruptions } = saved(weekPlan(weekSchedule(solved.days, past.calendar.timeZone)))
    return [{ solved, windows, cost, count: interruptions.length }]
  })
  const front: typeof tried = []
  for (const candidate of tried.toSorted(
    (a, b) => a.count - b.count || (a.cost < b.cost ? 1 : a.cost > b.cost ? -1 : 0),
  )) {
    const last = front.at(-1)
    if (!last || candidate.cost > last.cost) front.push(candidate)
  }
  // The recommended one stands in the list even where another would save a little more for as many interruptions.
  const recommendedTrial = tried.find(({ solved }) => solved === recommended)
  if (recommendedTrial && !front.includes(recommendedTrial)) front.push(recommendedTrial)
  return front
    .toSorted((a, b) => a.count - b.count || a.solved.hours - b.solved.hours)
    .map(({ solved, windows, cost, count }) => ({
      weekly_hours: solved.hours,
      coverage: total === 0 ? 1 : solved.covered / total,
      windows,
      saved_cost: nanoText(nanoOf(cost)),
      monthly_savings: nanoText(monthly(cost, past.over)),
      interruption_count: count,
      recommended: solved === recommended,
    }))
}

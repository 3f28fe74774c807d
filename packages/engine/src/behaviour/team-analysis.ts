/** A team's environments together: people are counted, never named or ranked. */
import { decimal, subtract } from '@kept/domain/decimal.ts'
import type { Waste } from '@kept/domain/environment.ts'
import type { TeamAnalysis, TeamSettings } from '@kept/domain/team.ts'
import { type Nano, nanoText } from '../savings/exact.ts'
import { otherCostIn } from './collect-running.ts'
import { efficiencyScore } from './efficiency.ts'
import { type JudgedEnvironment, waste, wastedNano } from './environment-analysis.ts'
import { addMeasured, hoursOf, type Measured, measure, nanoOf, nothingMeasured } from './measure.ts'
import { addUseByHour, noUse, peakHours } from './peak-hours.ts'
import { dateOfDay, perDay, perHour, type QuarterSpan } from './quarters.ts'
import { monthlyRate } from './run-rate.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

/** One currency's environments of one team; all share its calendar. */
export function analyseTeam(
  settings: TeamSettings,
  calendar: TeamCalendar,
  window: QuarterSpan,
  judged: readonly JudgedEnvironment[],
  whyNot: string[],
): TeamAnalysis {
  const all = nothingMeasured()
  const zombies = nothingMeasured()
  const byHour = noUse()
  const people = new Set<string>()
  for (const { measured, zombie, grid, input } of judged) {
    addMeasured(all, measured)
    if (zombie.is) addMeasured(zombies, measured)
    addUseByHour(byHour, grid, calendar, window)
    for (const person of input.activity?.byUser.keys() ?? []) people.add(person)
  }
  const ran = judged.filter(({ measured }) => measured.running > 0).length
  const days = workingDays(calendar, window)
  const other = judged.reduce(
    (sum, { input }) => sum + (input.running ? otherCostIn(input.running, calendar.span, window) : 0n),
    0n,
  )
  const parts = waste(all)
  const [zombieParts, inUse] = [waste(zombies), (part: keyof Waste) => less(parts[part].cost, zombieParts[part].cost)]
  const isWatched = judged.some(({ input }) => input.isWatched)
  return {
    team_name: settings.team_name,
    member_count: settings.member_count ?? people.size,
    environments: judged.length,
    total_cost: nanoText(nanoOf(all.cost) + other),
    wasted_cost: isWatched ? nanoText(wastedNano(all)) : null,
    monthly_waste: isWatched ? nanoText(monthlyWaste(judged)) : null,
    currency: judged.find(({ analysis }) => analysis.currency !== '')?.analysis.currency ?? '',
    efficiency_score: isWatched ? efficiencyScore(all, zombies.cost) : null,
    avg_usage_hours: ran * days === 0 ? 0 : Math.round((hoursOf(all.used) / (ran * days)) * 100) / 100,
    peak_hours: peakHours(byHour),
    timezone: calendar.timezone,
    waste_opportunities: {
      zombie_environments: judged.filter(({ zombie }) => zombie.is).length,
      zombie_waste: nanoText(wastedNano(zombies)),
      after_hours_waste: inUse('after_hours'),
      weekend_waste: inUse('weekend'),
      holiday_waste: inUse('holiday'),
      working_hours_waste: inUse('in_hours_idle'),
    },
    total_runtime_hours: hoursOf(all.running),
    actual_usage_hours: hoursOf(all.used),
    waste: parts,
    weekly_efficiency: localWeeks(calendar, window).map(({ week, over }) => ({
      week,
      days: Math.round((10 * (over.to - over.from)) / perDay) / 10,
      ...weekScore(judged, calendar, over),
    })),
    why_not: whyNot,
  }
}

function weekScore(judged: readonly JudgedEnvironment[], calendar: TeamCalendar, over: QuarterSpan) {
  const all = nothingMeasured()
  let zombieCost = 0n
  for (const { grid, zombie } of judged) {
    const week: Measured = measure(grid, calendar, over)
    addMeasured(all, week)
    if (zombie.is) zombieCost += week.cost
  }
  return { efficiency_score: judged.some(({ input }) => input.isWatched) ? efficiencyScore(all, zombieCost) : null }
}

/** Local days that are no holiday and no weekend. */
export function workingDays({ day, kind, span }: TeamCalendar, over: QuarterSpan): number {
  const days = new Set<number>()
  for (let at = over.from - span.from; at < over.to - span.from; at += 1) {
    if (kind[at] !== kinds.holiday && kind[at] !== kinds.weekend) days.add(day[at] ?? 0)
  }
  return days.size
}

/** Monthly rates are rounded by environment, like the savings that are held against them. */
function monthlyWaste(judged: readonly JudgedEnvironment[]): Nano {
  return judged.reduce(
    (sum, { input, measured }) =>
      sum +
      monthlyRate(
        input,
        measured.wasteCost.reduce((all, cost) => all + cost, 0n),
      ),
    0n,
  )
}

function less(amount: string, part: string): string {
  return subtract(decimal(amount), decimal(part))
}

/** Local weeks (Monday to Sunday) that the window touches, to the full UTC hour; the first and last may be cut. */
export function localWeeks(
  { weekSlot, day, span }: TeamCalendar,
  over: QuarterSpan,
): { week: string; over: QuarterSpan }[] {
  const [begin, end] = [over.from - span.from, over.to - span.from]
  const mondays: number[] = []
  for (let index = begin; index < end; index += 1) if (weekSlot[index] === 0) mondays.push(index)
  // Kathmandu's Monday begins a quarter past an hour of UTC: the bill's hour it begins in is its first.
  const starts = mondays.map((monday) => ({ monday: day[monday] ?? 0, from: Math.floor(monday / perHour) * perHour }))
  const first = starts[0]
  if (begin < end && (first === undefined || first.from > begin)) {
    const weekday = Math.floor((weekSlot[begin] ?? 0) / perDay)
    starts.unshift({ monday: (day[begin] ?? 0) - weekday, from: begin })
  }
  return starts.map(({ monday, from }, index) => ({
    week: dateOfDay(monday),
    over: { from: Math.max(from, begin) + span.from, to: (starts[index + 1]?.from ?? end) + span.from },
  }))
}

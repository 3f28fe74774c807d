/** A team's environments together: people are counted, never named or ranked. */
import type { Waste } from '@kept/domain/environment.ts'
import type { TeamAnalysis, TeamSettings } from '@kept/domain/team.ts'
import { fromDayNumber } from '@kept/foundation/calendar/day.ts'
import { decimal, subtract } from '@kept/foundation/decimal.ts'
import { type Nano, nanoText } from '../savings/exact.ts'
import { otherCostIn } from './collect-running.ts'
import { efficiencyScore } from './efficiency.ts'
import { type EvaluatedEnvironment, waste, wastedNano } from './environment-analysis.ts'
import { addMeasured, hoursOf, type Measured, measure, nanoOf, nothingMeasured } from './measure.ts'
import { addUseByHour, noUse, peakHours } from './peak-hours.ts'
import { perDay, perHour, type QuarterSpan } from './quarters.ts'
import { monthlyRate } from './run-rate.ts'
import { kinds, type TeamCalendar } from './team-calendar.ts'

/** One currency's environments of one team; all share its calendar. */
export function analyzeTeam(
  settings: TeamSettings,
  calendar: TeamCalendar,
  window: QuarterSpan,
  evaluated: readonly EvaluatedEnvironment[],
  skipReasons: string[],
): TeamAnalysis {
  const all = nothingMeasured()
  const zombies = nothingMeasured()
  const byHour = noUse()
  const people = new Set<string>()
  for (const { measured, zombie, grid, input } of evaluated) {
    addMeasured(all, measured)
    if (zombie.is) addMeasured(zombies, measured)
    addUseByHour(byHour, grid, calendar, window)
    for (const person of input.activity?.byUser.keys() ?? []) people.add(person)
  }
  const ran = evaluated.filter(({ measured }) => measured.running > 0).length
  const days = workingDays(calendar, window)
  const other = evaluated.reduce(
    (sum, { input }) => sum + (input.running ? otherCostIn(input.running, calendar.span, window) : 0n),
    0n,
  )
  const parts = waste(all)
  const [zombieParts, inUse] = [
    waste(zombies),
    (part: keyof Waste) => subtractAmounts(parts[part].cost, zombieParts[part].cost),
  ]
  const isObserved = evaluated.some(({ input }) => input.isObserved)
  return {
    team_name: settings.team_name,
    member_count: settings.member_count ?? people.size,
    environments: evaluated.length,
    total_cost: nanoText(nanoOf(all.cost) + other),
    wasted_cost: isObserved ? nanoText(wastedNano(all)) : null,
    monthly_waste: isObserved ? nanoText(monthlyWaste(evaluated)) : null,
    currency: evaluated.find(({ analysis }) => analysis.currency !== '')?.analysis.currency ?? '',
    efficiency_score: isObserved ? efficiencyScore(all, zombies.cost) : null,
    avg_usage_hours: ran * days === 0 ? 0 : Math.round((hoursOf(all.used) / (ran * days)) * 100) / 100,
    peak_hours: peakHours(byHour),
    time_zone: calendar.timeZone,
    waste_opportunities: {
      zombie_environments: evaluated.filter(({ zombie }) => zombie.is).length,
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
      ...weekScore(evaluated, calendar, over),
    })),
    skip_reasons: skipReasons,
  }
}

function weekScore(evaluated: readonly EvaluatedEnvironment[], calendar: TeamCalendar, over: QuarterSpan) {
  const all = nothingMeasured()
  let zombieCost = 0n
  for (const { grid, zombie } of evaluated) {
    const week: Measured = measure(grid, calendar, over)
    addMeasured(all, week)
    if (zombie.is) zombieCost += week.cost
  }
  return { efficiency_score: evaluated.some(({ input }) => input.isObserved) ? efficiencyScore(all, zombieCost) : null }
}

/** Local days that are no holiday and no weekend. */
function workingDays({ day, kind, span }: TeamCalendar, over: QuarterSpan): number {
  const days = new Set<number>()
  for (let quarter = over.from - span.from; quarter < over.to - span.from; quarter += 1) {
    if (kind[quarter] !== kinds.holiday && kind[quarter] !== kinds.weekend) days.add(day[quarter] ?? 0)
  }
  return days.size
}

/** Monthly rates are rounded by environment, like the savings that are held against them. */
function monthlyWaste(evaluated: readonly EvaluatedEnvironment[]): Nano {
  return evaluated.reduce(
    (sum, { input, measured }) =>
      sum +
      monthlyRate(
        input,
        measured.wasteCost.reduce((all, cost) => all + cost, 0n),
      ),
    0n,
  )
}

function subtractAmounts(amount: string, part: string): string {
  return subtract(decimal(amount), decimal(part))
}

/** Local weeks (Monday to Sunday) that the window touches, to the full UTC hour; the first and last may be cut. */
function localWeeks({ weekSlot, day, span }: TeamCalendar, over: QuarterSpan): { week: string; over: QuarterSpan }[] {
  const [start, end] = [over.from - span.from, over.to - span.from]
  const mondays: number[] = []
  for (let index = start; index < end; index += 1) if (weekSlot[index] === 0) mondays.push(index)
  // Kathmandu's Monday begins a quarter past an hour of UTC: the bill's hour it begins in is its first.
  const starts = mondays.map((monday) => ({ monday: day[monday] ?? 0, from: Math.floor(monday / perHour) * perHour }))
  const first = starts[0]
  if (start < end && (first === undefined || first.from > start)) {
    const weekday = Math.floor((weekSlot[start] ?? 0) / perDay)
    starts.unshift({ monday: (day[start] ?? 0) - weekday, from: start })
  }
  return starts.map(({ monday, from }, index) => ({
    week: fromDayNumber(monday),
    over: { from: Math.max(from, start) + span.from, to: (starts[index + 1]?.from ?? end) + span.from },
  }))
}

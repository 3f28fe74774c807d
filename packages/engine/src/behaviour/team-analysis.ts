/** A team's environments together: people are counted, never named or ranked. */
import type { TeamAnalysis, TeamSettings } from '@kept/domain/team.ts'
import { nanoText } from '../savings/exact.ts'
import { otherCostIn } from './collect-running.ts'
import { efficiencyScore } from './efficiency.ts'
import { type JudgedEnvironment, waste, wastedNano } from './environment-analysis.ts'
import { addMeasured, hoursOf, type Measured, measure, nanoOf, nothingMeasured } from './measure.ts'
import { addUseByHour, noUse, peakHours } from './peak-hours.ts'
import { dateOfDay, perHour, type QuarterSpan } from './quarters.ts'
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
  const isWatched = judged.some(({ input }) => input.isWatched)
  return {
    team_name: settings.team_name,
    member_count: settings.member_count ?? people.size,
    environments: judged.length,
    total_cost: nanoText(nanoOf(all.cost) + other),
    wasted_cost: isWatched ? nanoText(wastedNano(all)) : null,
    currency: judged.find(({ analysis }) => analysis.currency !== '')?.analysis.currency ?? '',
    efficiency_score: isWatched ? efficiencyScore(all, zombies.cost) : null,
    avg_usage_hours: ran * days === 0 ? 0 : Math.round((hoursOf(all.used) / (ran * days)) * 100) / 100,
    peak_hours: peakHours(byHour),
    timezone: calendar.timezone,
    waste_opportunities: {
      zombie_environments: judged.filter(({ zombie }) => zombie.is).length,
      zombie_waste: nanoText(wastedNano(zombies)),
      after_hours_waste: parts.after_hours.cost,
      weekend_waste: parts.weekend.cost,
      holiday_waste: parts.holiday.cost,
    },
    total_runtime_hours: hoursOf(all.running),
    actual_usage_hours: hoursOf(all.used),
    waste: parts,
    weekly_efficiency: wholeWeeks(calendar, window).map(({ week, over }) => ({
      week,
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

/** Local weeks (Monday to Sunday) that lie whole in the window, to the full UTC hour. */
export function wholeWeeks(
  { weekSlot, day, span }: TeamCalendar,
  over: QuarterSpan,
): { week: string; over: QuarterSpan }[] {
  const mondays: number[] = []
  for (let at = over.from - span.from; at < over.to - span.from; at += 1) {
    if (weekSlot[at] === 0) mondays.push(at)
  }
  const end = over.to - span.from
  return mondays.flatMap((monday, index) => {
    // Kathmandu's Monday begins a quarter past an hour of UTC: the bill's hour it begins in is its first.
    const from = Math.floor(monday / perHour) * perHour
    const next = mondays[index + 1]
    const to = next === undefined ? from + 7 * 24 * perHour : Math.floor(next / perHour) * perHour
    if (to > end || from < over.from - span.from) return []
    return [{ week: dateOfDay(day[monday] ?? 0), over: { from: from + span.from, to: to + span.from } }]
  })
}

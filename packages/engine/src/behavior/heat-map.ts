/** The week of an environment or a team in local time: how much it ran against how much it was used. */
import type { HeatMap } from '@kept/domain/environment.ts'
import { weekdays } from '@kept/domain/weekday.ts'
import type { EnvironmentGrid } from './measure.ts'
import { perHour, type QuarterSpan } from './quarters.ts'
import type { TeamCalendar } from './team-calendar.ts'

const hoursOfWeek = 168

/** The mean over all grids, which share one calendar; an hour of the week that never came by is null. */
export function heatMap(grids: readonly EnvironmentGrid[], calendar: TeamCalendar, over: QuarterSpan): HeatMap {
  const [observed, ran, used] = [
    new Array<number>(hoursOfWeek),
    new Array<number>(hoursOfWeek),
    new Array<number>(hoursOfWeek),
  ]
  for (const list of [observed, ran, used]) list.fill(0)
  const [from, to] = [over.from - calendar.span.from, over.to - calendar.span.from]
  for (const { running, used: inUse } of grids) {
    for (let quarter = from; quarter < to; quarter += 1) {
      const hour = Math.floor((calendar.weekSlot[quarter] ?? 0) / perHour)
      observed[hour] = (observed[hour] ?? 0) + 1
      if (running[quarter] !== 1) continue
      ran[hour] = (ran[hour] ?? 0) + 1
      if (inUse[quarter] === 1) used[hour] = (used[hour] ?? 0) + 1
    }
  }
  const share = (counts: number[]) =>
    counts.map((count, hour) => {
      const all = observed[hour] ?? 0
      return all === 0 ? null : Math.round((1000 * count) / all) / 1000
    })
  return { days: [...weekdays], running: share(ran), active: share(used) }
}

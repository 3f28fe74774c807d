/** What stopping after half an hour without activity would have saved. */
import { idleQuarters } from './active-hours.ts'
import { costOfQuarter, type EnvironmentGrid } from './measure.ts'
import type { QuarterSpan } from './quarters.ts'
import type { TeamCalendar } from './team-calendar.ts'

/** All of each idle stretch but its first half hour. */
export function idleSavings(
  grid: EnvironmentGrid,
  { span }: TeamCalendar,
  over: QuarterSpan,
): { cost: bigint; quarters: number } {
  let [cost, quarters, stretch] = [0n, 0, 0]
  for (let quarter = over.from - span.from; quarter < over.to - span.from; quarter += 1) {
    if (grid.running[quarter] !== 1 || grid.active[quarter] === 1) {
      stretch = 0
      continue
    }
    stretch += 1
    if (stretch <= idleQuarters) continue
    cost += costOfQuarter(grid, quarter)
    quarters += 1
  }
  return { cost, quarters }
}

/** Whether a schedule wants an environment on at an instant, with the exceptions people asked for. */
import type { DesiredState } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException, WeekSchedule } from '@kept/domain/schedule.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { epochMs } from './instant.ts'
import { type QuarterSpan, quarterOf } from './quarters.ts'
import { teamCalendar } from './team-calendar.ts'
import { weekPlan } from './week-plan.ts'

interface StateChange {
  quarter: number
  state: DesiredState
}

/**
 * The states over a span, as changes; the first is the state at its start. Only changes are acted on, so that who
 * starts an environment by hand keeps it until the next stop the schedule knows.
 */
export function stateChanges(
  schedule: WeekSchedule,
  exceptions: readonly ScheduleException[],
  span: QuarterSpan,
): StateChange[] {
  const plan = weekPlan(schedule)
  const { weekSlot } = teamCalendar(workCalendarSchema.parse({ time_zone: schedule.time_zone }), span)
  const exceptionSpans = exceptions.map(({ kind, start_time: from, end_time: to }) => ({
    kind,
    from: quarterOf(epochMs(from)),
    to: quarterOf(epochMs(to)),
  }))
  const changes: StateChange[] = []
  for (let quarter = span.from; quarter < span.to; quarter += 1) {
    const kinds = exceptionSpans.filter(({ from, to }) => quarter >= from && quarter < to).map(({ kind }) => kind)
    const planned = plan[weekSlot[quarter - span.from] ?? 0] === 1 ? 'on' : 'off'
    const state = desiredState(kinds, planned)
    if (changes.at(-1)?.state !== state) changes.push({ quarter, state })
  }
  return changes
}

/** Of several exceptions at once the most careful wins: an environment in use is not stopped. */
function desiredState(kinds: ScheduleException['kind'][], planned: DesiredState): DesiredState {
  if (kinds.includes('keep_on')) return 'on'
  if (kinds.includes('snooze')) return 'unmanaged'
  return kinds.includes('keep_off') ? 'off' : planned
}

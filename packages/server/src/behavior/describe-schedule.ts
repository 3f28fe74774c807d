/** An active schedule: its current state, the next change and recent switches. */
import type { DesiredState, ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException, WeekSchedule } from '@kept/domain/schedule.ts'
import { perDay, quarterOf, toInstant } from '@kept/engine/behavior/quarters.ts'
import { stateChanges } from '@kept/engine/behavior/schedule-state.ts'
import type { KnownManaged } from '@kept/store/behavior/managed.ts'

/** A schedule repeats weekly. The extra day covers clock changes. */
const lookAheadDays = 8

interface DesiredNow {
  desired_state: DesiredState
  next_change: { at: string; desired_state: DesiredState } | null
}

export function desiredStateAt(
  schedule: WeekSchedule,
  exceptions: readonly ScheduleException[],
  now: Date,
): DesiredNow {
  const from = quarterOf(now.getTime())
  const [first, next] = stateChanges(schedule, exceptions, { from, to: from + lookAheadDays * perDay })
  return {
    desired_state: first?.state ?? 'unmanaged',
    next_change: next ? { at: toInstant(next.quarter), desired_state: next.state } : null,
  }
}

export function describeManaged(managed: KnownManaged, now: Date): ManagedSchedule {
  const { resources: _resources, receipts: _receipts, applied_at, ...schedule } = managed
  return {
    ...schedule,
    ...desiredStateAt(managed.schedule, managed.exceptions, now),
    applied_at: applied_at.toISOString(),
  }
}

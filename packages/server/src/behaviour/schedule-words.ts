/** A schedule in force as it is told: what it asks for now, when that changes, and what was done. */
import type { ManagedSchedule, WantedState } from '@kept/domain/managed-schedule.ts'
import type { ScheduleException, WeekSchedule } from '@kept/domain/schedule.ts'
import { perDay, quarterOf, toInstant } from '@kept/engine/behaviour/quarters.ts'
import { stateChanges } from '@kept/engine/behaviour/schedule-state.ts'
import type { KnownManaged } from '@kept/store/behaviour/managed.ts'

/** Every schedule comes round in a week; a day more for a clock change. */
const lookAheadDays = 8

export interface WantedNow {
  wanted: WantedState
  next_change: { at: string; wanted: WantedState } | null
}

export function wantedAt(schedule: WeekSchedule, exceptions: readonly ScheduleException[], now: Date): WantedNow {
  const from = quarterOf(now.getTime())
  const [first, next] = stateChanges(schedule, exceptions, { from, to: from + lookAheadDays * perDay })
  return {
    wanted: first?.state ?? 'unmanaged',
    next_change: next ? { at: toInstant(next.quarter), wanted: next.state } : null,
  }
}

export function describeManaged(managed: KnownManaged, now: Date): ManagedSchedule {
  const { resources: _resources, receipts: _receipts, applied_at, ...rest } = managed
  return {
    ...rest,
    ...wantedAt(managed.schedule, managed.exceptions, now),
    applied_at: applied_at.toISOString(),
  }
}

import type { AlertSchedule } from '@kept/domain/alert.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { leavesTime } from '@kept/engine/alerts/schedule.ts'

export function checkSchedule(schedule: AlertSchedule): void {
  if (!leavesTime(schedule))
    throw new KeptError('bad_input', 'The quiet hours cover the whole week. Leave some time free.')
}

/** When an action ends: a forgotten machine would have been found one day, so no saving lasts forever. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'

/** The first hour in which it no longer counts: its own word or the horizon of its kind, whichever is sooner. */
export function endOf(action: SavingsAction, { horizon_hours }: SavingsConfig): Hour {
  const ends = [toHour(action.effective_time) + horizon_hours[action.kind]]
  if (action.kind !== 'commitment' && action.environment === 'development') {
    ends.push(toHour(action.effective_time) + horizon_hours.development)
  }
  if (action.expires) ends.push(toHour(action.expires))
  return Math.min(...ends)
}

/** How old a receivable is, by its due date. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'

export type Age = 'not_due' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'over_90'

export function ageOf(dueOn: string, today: string): Age {
  const days = daysBetween(dueOn, today)
  if (days <= 0) return 'not_due'
  if (days <= 30) return 'days_1_30'
  if (days <= 60) return 'days_31_60'
  return days <= 90 ? 'days_61_90' : 'over_90'
}

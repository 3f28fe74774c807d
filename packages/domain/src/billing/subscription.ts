/** The plan: notice ends it on a day that is known before, and it can be taken back until then. */
import { addDays } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import type { SubscriptionStatus } from './states.ts'

export const NOTICE_DAYS = 30

/** The last day of service after notice on this day. */
export function endAfterNotice(day: string, noticeDays: number): string {
  return addDays(day, noticeDays)
}

export function statusOf(endsOn: string | null, today: string): SubscriptionStatus {
  if (endsOn === null) return 'active'
  return today <= endsOn ? 'canceling' : 'ended'
}

/** Savings of a month are billed when service lasts to its last day. */
export function isBilledMonth(period: string, endsOn: string | null): boolean {
  return endsOn === null || addDays(startOfMonth(period, 1), -1) <= endsOn
}

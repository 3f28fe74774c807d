/** Maps days to the periods of a grain, and days of a comparison window to those of the window. */

import type { CostQuery } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import { monthsBetween } from '@kept/foundation/calendar/month.ts'
import type { Binder } from './binder.ts'
import type { Comparison } from './span.ts'

export function periodSql(grain: Grain | undefined, charge = 't.charge_date', billing = 't.billing_period'): string {
  switch (grain) {
    case 'hour':
      return `addHours(toDateTime(${charge}, 'UTC'), toHour(t.ChargePeriodStart, 'UTC'))`
    case 'week':
      return `toMonday(${charge})`
    case 'month':
      return `toStartOfMonth(${charge})`
    case 'billing_month':
      return `toStartOfMonth(${billing})`
    default:
      return charge
  }
}

/** Days that a month lacks become its last. */
export function movedPeriodSql(
  { grain, window_on }: Pick<CostQuery, 'grain' | 'window_on'>,
  { past, span, shift }: Comparison,
  bind: Binder,
): string {
  const months = 'months' in shift ? shift.months : monthsBetween(past.from, span.from)
  const billing = `addMonths(t.billing_period, ${months})`
  if ('days' in shift) return periodSql(grain, `addDays(t.charge_date, ${shift.days})`, billing)
  const shiftedDate = `addMonths(t.charge_date, ${shift.months})`
  // A window of billing periods has charges of any day.
  if (window_on === 'billing_period') return periodSql(grain, shiftedDate, billing)
  const inside = `least(greatest(${shiftedDate}, ${bind(span.from, 'Date')}), ${bind(span.to, 'Date')} - 1)`
  return periodSql(grain, inside, billing)
}

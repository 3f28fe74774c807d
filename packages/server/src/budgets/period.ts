/** Returns the budget period that contains a day. */
import type { Budget } from '@kept/domain/budget.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'

interface Period {
  from: string
  /** Exclusive. */
  to: string
  /** Key of recorded crossings. A rolling period starts again each month. */
  start: string
}

const months = { monthly: 1, quarterly: 3, yearly: 12 } as const

export function periodOf(period: Budget['period'], lastDay: string): Period {
  const day = Temporal.PlainDate.from(lastDay)
  const start = day.with({ day: 1 })
  if (period === 'rolling_30') {
    return { from: addDays(lastDay, -29), to: addDays(lastDay, 1), start: start.toString() }
  }
  const length = months[period]
  const from = start.subtract({ months: (start.month - 1) % length })
  return { from: from.toString(), to: from.add({ months: length }).toString(), start: from.toString() }
}

/** No saving is negative, none is above what the thing costs, and a range runs upwards. */
import { type Decimal, larger, smaller } from '@kept/domain/decimal.ts'
import type { Saving } from './assessed.ts'

export function boundSaving(saving: Saving, cost: Decimal): Saving {
  const within = (amount: Decimal) => smaller(larger(amount, '0'), larger(cost, '0'))
  const mid = within(saving.mid)
  return { low: smaller(within(saving.low), mid), mid, high: larger(within(saving.high), mid) }
}

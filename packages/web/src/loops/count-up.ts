/** A loop that goes on while one looks: how long it has run and what it has cost by now. */
import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { add, decimal, divide, multiply } from '@kept/foundation/decimal.ts'

interface Running {
  seconds: number
  /** Null where the price is not known. */
  cost: string | null
}

const secondsInHour = decimal(3600)
/** Decimals of the cost that is added; the last answer of the server keeps all of its own. */
const costPlaces = 6

/**
 * The server's figures of `asOf` carried on at the loop's own hourly cost. Only an active loop runs on. Both times are
 * epoch milliseconds.
 */
export function countUp(
  { status, duration_seconds, cost_impact }: Pick<ListedLoop, 'status' | 'duration_seconds' | 'cost_impact'>,
  asOf: number,
  now: number,
): Running {
  const { estimated_hourly_cost: hourly, estimated_total_cost: total } = cost_impact
  const elapsed = status === 'active' ? Math.max(0, Math.floor((now - asOf) / 1000)) : 0
  if (total === null || hourly === null || elapsed === 0) return { seconds: duration_seconds + elapsed, cost: total }
  const added = divide(multiply(decimal(hourly), decimal(elapsed)), secondsInHour, costPlaces)
  return { seconds: duration_seconds + elapsed, cost: add(decimal(total), added) }
}

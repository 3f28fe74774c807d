/** What the API calls of a connection may cost in a month: metrics are charged, lists are free. */
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { compare, multiply, toNumber } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

export interface ApiBudget {
  isSpent(): boolean
  /** Why a unit waits, and until when. */
  reason: string
  until: Date
}

export function apiBudget(
  { api_cost_limit, api_cost_this_month }: Pick<SyncConnection, 'api_cost_limit' | 'api_cost_this_month'>,
  chargedNanos: () => number,
  now: Date,
): ApiBudget {
  const left =
    toNumber(multiply(api_cost_limit, nanosPerDollar)) - toNumber(multiply(api_cost_this_month, nanosPerDollar))
  return {
    // Until a limit of nothing, there is always the first request.
    isSpent: () => compare(api_cost_limit, '0') === 0 || chargedNanos() >= left,
    reason: `The monthly limit of ${formatMoney(api_cost_limit)} for API calls is reached. Metrics are read again next month, or when you raise it.`,
    until: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  }
}

const nanosPerDollar = '1000000000'

/**
 * What the API calls of a connection may cost in a month: metrics, Cost Explorer, keys and queues are charged. Lists and
 * list prices are free, but for the lists of S3, which are counted ($0.0004 for 1,000) and never wait: savings depend on
 * them. Google charges for the queries that read a billing export.
 */
import type { ConnectionKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { compare, type Decimal, multiply, subtract, toNumber } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

export interface ApiBudget {
  /** True when the cloud charges for reading the dataset, and nothing is left for it. */
  isSpentFor(dataset: SyncDataset): boolean
  /** What is left, in nano-dollars. */
  leftNanos(): number
  /** Why a unit waits, and until when. */
  reasonFor(dataset: SyncDataset): string
  until: Date
}

/**
 * A quarter of the limit is kept for bills where reading them is charged: metrics are read every six hours, and could
 * spend all of it before the month ends.
 */
const shareOfMetrics = '0.75'

export function apiBudget(
  {
    kind,
    api_cost_limit,
    api_cost_this_month,
  }: Pick<SyncConnection, 'kind' | 'api_cost_limit' | 'api_cost_this_month'>,
  { chargedNanos, hasReports, now }: { chargedNanos: () => number; hasReports: boolean; now: Date },
): ApiBudget {
  const isShared = hasReports && isCharged(kind, 'exports')
  const left = nanosLeft(api_cost_limit, api_cost_this_month)
  const leftForMetrics = nanosLeft(multiply(api_cost_limit, shareOfMetrics), api_cost_this_month)
  const limitOf = (dataset: SyncDataset) => (isShared && dataset !== 'exports' ? leftForMetrics : left)
  return {
    isSpentFor: (dataset) =>
      isCharged(kind, dataset) &&
      // Until a limit of nothing, there is always the first request.
      (compare(api_cost_limit, '0') === 0 || chargedNanos() >= limitOf(dataset)),
    leftNanos: () => left - chargedNanos(),
    reasonFor(dataset) {
      const label = chargedLabels[kind] ?? 'Metrics'
      return limitOf(dataset) === left
        ? `The monthly limit of ${formatMoney(api_cost_limit)} for API calls is reached. ${label} are read again next month, or when you raise it.`
        : `Three quarters of the monthly limit of ${formatMoney(api_cost_limit)} for API calls are used, and the rest is for bills. Metrics are read again next month, or when you raise it.`
    },
    until: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  }
}

function nanosLeft(limit: Decimal, spent: Decimal): number {
  return toNumber(multiply(subtract(limit, spent), nanosPerDollar))
}

function isCharged(kind: ConnectionKind, dataset: SyncDataset): boolean {
  return dataset === 'metrics' || (chargedBesides[kind]?.includes(dataset) ?? false)
}

const chargedBesides: Partial<Record<ConnectionKind, readonly SyncDataset[]>> = {
  aws: ['commitments', 'keys', 'queues'],
  gcp: ['exports'],
}
const chargedLabels: Partial<Record<ConnectionKind, string>> = {
  aws: 'Metrics, commitments, keys and queues',
  gcp: 'Metrics and bills',
}

const nanosPerDollar = '1000000000'

import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { absolute, type Decimal, divide, toNumber } from '@kept/foundation/decimal.ts'

/** Shares of what the whole organization usually spends in a day, each the least of its severity. */
const shares: readonly (readonly [AnomalySeverity, number])[] = [
  ['critical', 0.5],
  ['high', 0.2],
  ['medium', 0.05],
]

/** By what an excess over so many days is a day. Medium where the organization usually spends nothing. */
export function severityOf(excess: Decimal, days: number, dailyAverage: number): AnomalySeverity {
  if (dailyAverage <= 0) return 'medium'
  const share = toNumber(absolute(divide(excess, String(days), 9))) / dailyAverage
  return shares.find(([, minShare]) => share >= minShare)?.[0] ?? 'low'
}

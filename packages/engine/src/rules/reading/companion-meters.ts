/** Things billed on two meters: one for existing, one for working. Idle is when only the first is charged. */
import type { FactWindow, ResourceUse } from '@kept/domain/facts.ts'
import { toNumber } from '@kept/foundation/decimal.ts'
import { matchesUsage } from './matches-usage.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface MeterPair {
  /** Charged for existing: hours of a gateway or balancer. */
  uptime: RegExp
  /** Charged for working: bytes, capacity units, rules. */
  working: RegExp
}

interface PairedUsage {
  usage: UsageOfResource
  uptime: ResourceUse[]
  working: ResourceUse[]
  /** What it worked in a 30-day month, in the working meter's unit; 0 when that meter has no line. */
  workPerMonth: number
}

/** Every resource charged for existing, with what it was charged for working. An estimate has no meter of its work. */
export function pairedUsage(
  rows: readonly ResourceUse[],
  pairs: readonly MeterPair[],
  window: FactWindow,
): PairedUsage[] {
  return usageByResource(
    rows,
    (row) =>
      !row.is_estimate && pairs.some(({ uptime, working }) => matchesUsage(row, uptime) || matchesUsage(row, working)),
  ).flatMap((usage) => {
    const uptime = usage.rows.filter((row) => pairs.some((pair) => matchesUsage(row, pair.uptime)))
    if (uptime.length === 0) return []
    const working = usage.rows.filter((row) => !uptime.includes(row))
    const quantity = quantityOf(working) ?? '0'
    return [{ usage, uptime, working, workPerMonth: (toNumber(quantity) * 30) / Math.max(1, window.days) }]
  })
}

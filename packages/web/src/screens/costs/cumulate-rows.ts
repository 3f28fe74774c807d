import type { BarsRow } from '@kept/ui/charts/bars/prepare.ts'
import { cumulate } from './pace.ts'

/** The rows as running totals of each series over the periods. */
export function cumulateRows(rows: readonly BarsRow[], periods: readonly string[]): BarsRow[] {
  return [...Map.groupBy(rows, (row) => `${row.other} ${row.key}`).values()].flatMap((members) => {
    const [first] = members
    if (!first) return []
    const byPeriod = new Map(members.map((row) => [row.x, row.value]))
    const totals = cumulate(periods.map((period) => byPeriod.get(period) ?? null))
    return periods.map((x, index) => ({ ...first, x, value: totals[index] ?? null }))
  })
}

/** Which of two exports a month is read from. Pure. */
import { compare, multiply, subtract } from '@kept/foundation/decimal.ts'
import type { MonthSummary } from './summaries.ts'
import type { ExportTable } from './tables.ts'

export interface TableMonth extends MonthSummary {
  table: ExportTable
  /** Why it is this table. */
  note?: string
}

/** The detailed export splits costs over resources, and each part may be rounded. */
const roundedCost = '0.000001'

/**
 * The standard and the detailed export say the same costs, so a month is read from one of them: the detailed one, if it
 * has all costs. What it lacks, because it was enabled after the month began, was disabled before Google wrote the last
 * rows and taxes of it, or lost rows, is in the standard one.
 */
export function chooseTables(months: readonly TableMonth[]): TableMonth[] {
  const byMonth = Map.groupBy(months, ({ table, month }) => `${table.group} ${month}`)
  return [...byMonth.values()].flatMap((entries) => {
    const detailed = entries.filter(({ table }) => table.isDetailed)
    const standard = entries.filter(({ table }) => !table.isDetailed)
    if (detailed.length === 0 || standard.length === 0) return entries
    if (standard.every((entry) => hasCostsOf(detailed, entry))) return detailed
    return standard.map((entry) => ({
      ...entry,
      note: `The detailed export lacks costs of ${entry.month}. This month is from the standard export, which names no resources.`,
    }))
  })
}

/**
 * Compared is what the standard export had a day ago, because either may be some hours late. Of usage since then, the
 * detailed one counts nothing: new costs must not stand for lost ones.
 */
function hasCostsOf(detailed: readonly TableMonth[], { account, exportedCost, rows }: TableMonth): boolean {
  const same = detailed.find((entry) => entry.account === account)
  if (same === undefined) return false
  const tolerance = multiply(roundedCost, String(rows + same.rows))
  return compare(same.usedCost, subtract(exportedCost, tolerance)) >= 0
}

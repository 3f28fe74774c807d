/** Rows of the Cost Explorer table: a group with its totals, share, and trend. */

import type { CostAnswer, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { sharePercent } from '../../spend/change.ts'
import { addsUp } from '../../spend/figure.ts'
import { nameOfValue } from '../../spend/group-key.ts'

export interface GroupRow {
  id: string
  keys: { key: GroupKey; value: string; name: string }[]
  other: boolean
  values: CostRow['values']
  previous: CostRow['previous']
  /** Percent of the total of the first metric; null for rates. */
  share: number | null
  /** The first metric by period; a period without cost lines is missing. */
  course: Map<string, string>
}

/** The ID of the Other row. It cannot equal the ID of a group named "Other". */
const otherId = '\u0000other'

export function groupId(row: CostRow, groupBy: readonly GroupKey[]): string {
  return row.other ? otherId : JSON.stringify(groupBy.map((key) => row.keys[key] ?? ''))
}

export function groupRows(
  totals: CostAnswer,
  overTime: CostAnswer | undefined,
  { groupBy, measure, currency }: { groupBy: readonly GroupKey[]; measure: Measure; currency: string },
): GroupRow[] {
  const courses = Map.groupBy(ofCurrency(overTime?.rows ?? [], currency), (row) => groupId(row, groupBy))
  const grandTotal = totals.totals.find((total) => total.currency === currency)?.values[measure]
  return ofCurrency(totals.rows, currency).map((row) => {
    const id = groupId(row, groupBy)
    const value = row.values[measure]
    return {
      id,
      keys: groupBy.map((key) => ({
        key,
        value: row.keys[key] ?? '',
        name: nameOfValue(key, row.keys[key] ?? '', row.names[key]),
      })),
      other: row.other,
      values: row.values,
      previous: row.previous,
      share: addsUp(measure) && value && grandTotal ? sharePercent(value, grandTotal) : null,
      course: courseOf(courses.get(id) ?? [], measure),
    }
  })
}

/** Whether the rows of an answer are of exactly these groups. */
export function isGroupedBy({ rows }: CostAnswer, groupBy: readonly GroupKey[]): boolean {
  const row = rows.find(({ other }) => !other)
  if (!row) return true
  const keys = Object.keys(row.keys)
  return keys.length === groupBy.length && groupBy.every((key) => keys.includes(key))
}

/** "Other (13 more)": the label of the last row, with the number of groups in it. */
export function otherLabel({ groups }: CostAnswer): string {
  return groups.total > groups.returned ? `Other (${formatCount(groups.total - groups.returned)} more)` : 'Other'
}

function ofCurrency(rows: readonly CostRow[], currency: string): CostRow[] {
  return rows.filter((row) => row.currency === currency)
}

function courseOf(rows: readonly CostRow[], measure: Measure): Map<string, string> {
  const course = new Map<string, string>()
  for (const row of rows) {
    const value = row.values[measure]
    if (row.period !== null && value !== null && value !== undefined) course.set(row.period, value)
  }
  return course
}

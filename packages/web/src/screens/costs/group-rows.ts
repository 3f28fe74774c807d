/** Rows of the explorer's table: a group with its totals, its share, and its course over time. */
import type { CostAnswer, CostRow, GroupKey, Measure } from '@kept/domain/cube.ts'
import { sharePercent } from '../../spend/change.ts'
import { addsUp } from '../../spend/figure.ts'
import { nameOfValue } from '../../spend/group-key.ts'

export interface GroupRow {
  id: string
  keys: { key: GroupKey; value: string; name: string }[]
  other: boolean
  values: CostRow['values']
  previous: CostRow['previous']
  /** Percent of the total of the first measure; null where parts do not make a whole. */
  share: number | null
  /** The first measure by period; a period without lines is missing. */
  course: Map<string, string>
}

/** Stands for the group that all others together are, so that it never looks like a group of that name. */
const otherId = '\u0000other'

export function groupId(row: CostRow, by: readonly GroupKey[]): string {
  return row.other ? otherId : JSON.stringify(by.map((key) => row.keys[key] ?? ''))
}

export function groupRows(
  totals: CostAnswer,
  overTime: CostAnswer | undefined,
  { by, measure, currency }: { by: readonly GroupKey[]; measure: Measure; currency: string },
): GroupRow[] {
  const courses = Map.groupBy(ofCurrency(overTime?.rows ?? [], currency), (row) => groupId(row, by))
  const whole = totals.totals.find((total) => total.currency === currency)?.values[measure]
  return ofCurrency(totals.rows, currency).map((row) => {
    const id = groupId(row, by)
    const value = row.values[measure]
    return {
      id,
      keys: by.map((key) => ({
        key,
        value: row.keys[key] ?? '',
        name: nameOfValue(key, row.keys[key] ?? '', row.names[key]),
      })),
      other: row.other,
      values: row.values,
      previous: row.previous,
      share: addsUp(measure) && value && whole ? sharePercent(value, whole) : null,
      course: courseOf(courses.get(id) ?? [], measure),
    }
  })
}

/** "Other (13 more)": how many groups the last row stands for. */
export function otherWords({ groups }: CostAnswer): string {
  return groups.all > groups.shown ? `Other (${(groups.all - groups.shown).toLocaleString('en-US')} more)` : 'Other'
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

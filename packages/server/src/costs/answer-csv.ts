/** An answer of the cube as CSV lines: one column per key, its name beside it where one is known, one per measure. */
import type { CostAnswer, CostQuery, CostRow, GroupKey, Measure } from '@kept/domain/cube.ts'
import { csvLine } from '../platform/csv.ts'

export function* answerCsv(query: CostQuery, { rows }: CostAnswer): Generator<string> {
  const keys = [...new Set(query.group_by)]
  const named = new Set(rows.flatMap(({ names }) => Object.keys(names)))
  const columns: [head: string, of: (row: CostRow) => string | null][] = [
    ['currency', (row) => row.currency],
    ...(query.grain ? [['period', (row: CostRow) => row.period] as [string, (row: CostRow) => string | null]] : []),
    ...keys.flatMap((key) => keyColumns(key, named.has(key))),
    ...(query.top ? [['other', (row: CostRow) => String(row.other)] as [string, (row: CostRow) => string]] : []),
    ...query.measures.map((measure) => figure(measure, measure, (row) => row.values)),
    ...(query.compare
      ? query.measures.map((measure) => figure(`previous_${measure}`, measure, (row) => row.previous ?? {}))
      : []),
  ]
  yield csvLine(columns.map(([head]) => head))
  for (const row of rows) yield csvLine(columns.map(([, of]) => of(row)))
}

type Column = [head: string, of: (row: CostRow) => string | null]

function keyColumns(key: GroupKey, named: boolean): Column[] {
  const value: Column = [key, (row) => row.keys[key] ?? '']
  return named ? [value, [`${key}_name`, (row) => row.names[key] ?? '']] : [value]
}

/** Unknown is an empty cell, never a zero. */
function figure(head: string, measure: Measure, values: (row: CostRow) => CostRow['values']): Column {
  return [head, (row) => values(row)[measure] ?? null]
}

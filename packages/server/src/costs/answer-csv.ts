/** An answer of the cube as CSV lines: one column per key, its name beside it where one is known, one per measure. */
import type { CostQuery, CostRow, GroupKey, Measure } from '@kept/domain/cube.ts'
import { csvLine } from '../platform/csv.ts'

type Column = [head: string, of: (row: CostRow) => string | null]

/** Row by row, so that a file of any length needs no more memory than a line. `named` are the keys with a name column. */
export async function* answerCsv(
  query: CostQuery,
  { rows, named }: { rows: AsyncIterable<CostRow>; named: ReadonlySet<GroupKey> },
): AsyncGenerator<string> {
  const keys = [...new Set(query.group_by)]
  const columns: Column[] = [
    ['currency', (row) => row.currency],
    ...(query.grain ? [['period', (row: CostRow) => row.period] as Column] : []),
    ...keys.flatMap((key) => keyColumns(key, named.has(key))),
    ...(query.top ? [['other', (row: CostRow) => String(row.other)] as Column] : []),
    ...query.measures.map((measure) => figure(measure, measure, (row) => row.values)),
    ...(query.compare
      ? query.measures.map((measure) => figure(`previous_${measure}`, measure, (row) => row.previous ?? {}))
      : []),
  ]
  yield csvLine(columns.map(([head]) => head))
  for await (const row of rows) yield csvLine(columns.map(([, of]) => of(row)))
}

function keyColumns(key: GroupKey, named: boolean): Column[] {
  const value: Column = [key, (row) => row.keys[key] ?? '']
  return named ? [value, [`${key}_name`, (row) => row.names[key] ?? '']] : [value]
}

/** Unknown is an empty cell, never a zero. */
function figure(head: string, measure: Measure, values: (row: CostRow) => CostRow['values']): Column {
  return [head, (row) => values(row)[measure] ?? null]
}

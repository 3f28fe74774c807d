/** A cost query result as CSV lines: a column per key, with its name where known, and one per measure. */

import type { CostQuery, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'

type Column = [head: string, valueOf: (row: CostRow) => string | null]

/** Streams rows, so memory use does not depend on the size. `named` are the keys with a name column. */
export async function* answerCsv(
  query: CostQuery,
  { rows, namedKeys }: { rows: AsyncIterable<CostRow>; namedKeys: ReadonlySet<GroupKey> },
): AsyncGenerator<string> {
  const keys = [...new Set(query.group_by)]
  const columns: Column[] = [
    ['currency', (row) => row.currency],
    ...(query.grain ? [['period', (row) => row.period] satisfies Column] : []),
    ...keys.flatMap((key) => keyColumns(key, namedKeys.has(key))),
    ...(query.top ? [['other', (row) => String(row.other)] satisfies Column] : []),
    ...query.measures.map((measure) => figure(measure, measure, (row) => row.values)),
    ...(query.compare
      ? query.measures.map((measure) => figure(`previous_${measure}`, measure, (row) => row.previous ?? {}))
      : []),
  ]
  yield csvLine(columns.map(([head]) => head))
  for await (const row of rows) yield csvLine(columns.map(([, format]) => format(row)))
}

function keyColumns(key: GroupKey, hasName: boolean): Column[] {
  const value: Column = [key, (row) => row.keys[key] ?? '']
  return hasName ? [value, [`${key}_name`, (row) => row.names[key] ?? '']] : [value]
}

/** Unknown values are empty, never zero. */
function figure(head: string, measure: Measure, values: (row: CostRow) => CostRow['values']): Column {
  return [head, (row) => values(row)[measure] ?? null]
}

/** The rows of a file that could not be read, stored verbatim, each with its first error. */
import type { Warehouse } from '../warehouse/client.ts'
import { type CompiledBill, compileBill, lineBreaks } from './compile-bill.ts'
import { executeOnSource } from './query-source.ts'
import type { ReadRequest } from './read-bill.ts'
import { readSettings } from './read-settings.ts'
import { rethrowReading } from './reading-error.ts'
import { quote } from './source.ts'

export async function rejectRows(warehouse: Warehouse, request: ReadRequest): Promise<void> {
  const { scope, source, columns, mapping, dataset = 'cost_and_usage', signal } = request
  const bill = compileBill(dataset, mapping, columns)
  if (bill.checks.length === 0) return
  const first = (pick: (check: CompiledBill['checks'][number]) => string) =>
    `multiIf(${bill.checks.map((check) => `${check.unreadable}, ${pick(check)}`).join(', ')}, '')`
  const cells = columns.all
    .map(({ sql, type }) => (columns.shape && type !== 'String' ? `ifNull(${sql}, '')` : sql))
    .join(', ')
  // A field may contain line breaks: such rows are carried along, so that line numbers are the file's own.
  const breaks = lineBreaks(columns)
  const settings = await readSettings(warehouse, source)
  await executeOnSource(
    warehouse,
    scope,
    source,
    `INSERT INTO rejected_row (organization_id, import_id, file, line, column, value, reason, row)
     SELECT {organization_id:UUID}, {import_id:String}, {file:String},
       row_index + ${1 + (source.headerLines ?? (columns.shape ? 1 : 0))} + breaks_before, bad_column, bad_value, bad_reason, row_text
     FROM (
       SELECT *, ifNull(sum(breaks) OVER (ORDER BY row_index ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS breaks_before
       FROM (
         SELECT row_index, breaks, NOT (${bill.readable}) AND NOT ${bill.blank} AS bad,
           if(bad, ${first(({ column }) => quote(column))}, '') AS bad_column,
           if(bad, ${first(({ text }) => `toString(${text})`)}, '') AS bad_value,
           if(bad, ${first(({ reason }) => quote(reason))}, '') AS bad_reason,
           if(bad, trimRight(formatRow('CSV', ${cells}), '\\n'), '') AS row_text
         FROM ${bill.from(`(SELECT *, rowNumberInAllBlocks() AS row_index, ${breaks} AS breaks FROM ${source.from(columns.structure)})`)}
         WHERE bad OR breaks > 0
       )
     )
     WHERE bad`,
    { import_id: request.importId, file: source.name },
    {
      // In order and on one thread, so that a row's number is its position in the file.
      settings: { ...settings, max_threads: 1, input_format_parallel_parsing: 0 },
      signal,
    },
  ).catch(rethrowReading(source))
}

/** The rows of a file that could not be read, stored verbatim, each with its first error. */
import type { Warehouse } from '../warehouse/client.ts'
import { compileBill, lineBreaks } from './compile-bill.ts'
import { executeOnSource } from './query-source.ts'
import type { ReadRequest } from './read-bill.ts'
import { readSettings } from './read-settings.ts'
import { rethrowReading } from './reading-error.ts'
import type { ReadCheck } from './rule-compiler.ts'
import { quote } from './source.ts'

export async function rejectRows(warehouse: Warehouse, request: ReadRequest): Promise<void> {
  const { scope, source, columns, mapping, dataset = 'cost_and_usage', signal } = request
  const bill = compileBill(dataset, mapping, columns)
  if (bill.checks.length === 0) return
  const listOf = (pick: (check: ReadCheck) => string) =>
    `['', ${bill.checks.map((check) => quote(pick(check))).join(', ')}]`
  // Each check is a long expression, so the engine is given each of them once.
  const badCheck = `multiIf(${bill.blank}, 0, ${bill.checks.map(({ unreadable }, index) => `${unreadable}, ${index + 1}`).join(', ')}, 0)`
  const badValue = `multiIf(${bill.checks.map(({ text }, index) => `bad_check = ${index + 1}, toString(${text})`).join(', ')}, '')`
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
         SELECT row_index, breaks, bad_check, ${listOf(({ column }) => column)}[1 + bad_check] AS bad_column,
           ${badValue} AS bad_value, ${listOf(({ reason }) => reason)}[1 + bad_check] AS bad_reason,
           if(bad_check > 0, trimRight(formatRow('CSV', ${cells}), '\\n'), '') AS row_text
         FROM (
           SELECT *, ${badCheck} AS bad_check
           FROM ${bill.from(`(SELECT *, rowNumberInAllBlocks() AS row_index, ${breaks} AS breaks FROM ${source.from(columns.structure)})`)}
         )
         WHERE bad_check > 0 OR breaks > 0
       )
     )
     WHERE bad_check > 0`,
    { import_id: request.importId, file: source.name },
    {
      // In order and on one thread, so that a row's number is its position in the file.
      settings: { ...settings, max_threads: 1, input_format_parallel_parsing: 0 },
      signal,
    },
  ).catch(rethrowReading(source))
}

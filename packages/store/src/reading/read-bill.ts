/**
 * Imports one bill file into the warehouse and verifies it, in set-based steps: read (INSERT ... SELECT of the readable
 * rows), verify (count and sum the file again, independently: a plain CSV from its bytes, other files by the engine)
 * and, only if some rows could not be read, store those as rejected rows with their line, column and reason.
 */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { type CostColumn, costColumns } from '@kept/domain/focus-columns.ts'
import type { Mapping } from '@kept/domain/mapping.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type CompiledProof, compileBill, compileProof } from './compile-bill.ts'
import type { FileProof } from './file-proof.ts'
import { planPlainProof } from './plain-proof.ts'
import { proveText } from './prove-text.ts'
import { executeOnSource, querySource } from './query-source.ts'
import { readSettings } from './read-settings.ts'
import { readingError, rethrowReading } from './reading-error.ts'
import { ruleCompiler } from './rule-sql.ts'
import type { BillSource } from './source.ts'
import type { RowShape, SourceColumns } from './source-columns.ts'
import { refuseUnclosedQuote } from './unclosed-quote.ts'

export interface ReadRequest {
  scope: Scope
  importId: string
  source: BillSource
  columns: SourceColumns
  mapping: Mapping
  /** Default: cost and usage. */
  dataset?: Dataset
  queryId?: string
  signal?: AbortSignal
}

export async function readBill(warehouse: Warehouse, request: ReadRequest): Promise<void> {
  const { scope, source, columns, mapping, dataset = 'cost_and_usage', queryId, signal } = request
  const bill = compileBill(dataset, mapping, columns)
  const settings = await readSettings(warehouse, source)
  await executeOnSource(
    warehouse,
    scope,
    source,
    `INSERT INTO ${bill.table} (${bill.columns.join(', ')})
     SELECT ${bill.expressions.join(',\n')}
     FROM ${bill.from(source.from(columns.structure))}
     WHERE ${bill.readable}`,
    { import_id: request.importId },
    { settings, queryId, signal },
  ).catch(rethrowReading(source))
}

/** A plain CSV is proved from its bytes; any other file by the engine, which reads it again. */
export async function proveFile(warehouse: Warehouse, request: ReadRequest): Promise<FileProof> {
  return (await provePlainFile(request)) ?? proveByEngine(warehouse, request)
}

/** Undefined when the engine has to read the file. */
async function provePlainFile({
  source,
  columns,
  mapping,
  dataset = 'cost_and_usage',
  signal,
}: ReadRequest): Promise<FileProof | undefined> {
  if (source.container !== 'CSVWithNames' || !source.content || dataset !== 'cost_and_usage') return undefined
  const plan = planPlainProof(mapping, columns)
  if (!plan) return undefined
  try {
    return await proveText(source.content(), plan, source.delimiter ?? ',', signal)
  } catch (error) {
    throw await readingError(error, source)
  }
}

async function proveByEngine(warehouse: Warehouse, request: ReadRequest): Promise<FileProof> {
  const { source, columns, mapping, dataset = 'cost_and_usage' } = request
  const { shape } = columns
  const proof = compileProof(dataset, mapping, columns)
  // Only the columns of the sums are read; in a CSV they are found by its header.
  const usedStructure = columns.structureOf(proof.used)
  if (!shape)
    return (await prove(warehouse, request, proof, proof.from(source.from(usedStructure || columns.structure)))).proof

  const quick = await prove(warehouse, request, proof, proof.from(source.from(usedStructure ?? columns.structure)), {
    byHeader: usedStructure !== null,
    shape,
  })
  if (quick.short > 0 || quick.breaks > 0) await refuseUnclosedQuote(warehouse, request.scope, source, request.signal)
  if (quick.short === 0) return quick.proof
  // Some lines end early, and only all of their columns show whether they are blank or broken.
  const rows = `(SELECT * FROM ${source.from(columns.structure)} WHERE NOT ${shape.blank})`
  return (await prove(warehouse, request, proof, proof.from(rows))).proof
}

/** The same for the rejected rows only: added to the stored lines, the sums must match. */
export async function proveRejectedRows(warehouse: Warehouse, request: ReadRequest): Promise<FileProof> {
  const { source, columns, mapping, dataset = 'cost_and_usage' } = request
  const bill = compileBill(dataset, mapping, columns)
  const unread = `(SELECT * FROM ${bill.from(source.from(columns.structure))} WHERE NOT (${bill.readable}) AND NOT ${bill.blank})`
  const proof = compileProof(dataset, mapping, columns)
  return (await prove(warehouse, request, proof, proof.from(unread))).proof
}

/**
 * Rejected rows whose charge starts in the span, or may start there: the start of a truncated or unreadable row is
 * unknown.
 */
export async function countUnreadable(
  warehouse: Warehouse,
  { scope, source, columns, mapping, dataset = 'cost_and_usage', signal }: ReadRequest,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const bill = compileBill(dataset, mapping, columns)
  const compiler = ruleCompiler(columns, 'counted')
  const start = mapping.columns.ChargePeriodStart
  const starts = start?.as === 'time' ? compiler.time(start.rule) : 'NULL'
  const shifted = columns.shape ? `${columns.shape.short} OR ${columns.shape.long}` : 'false'
  const parsed = compiler.parsed.map(({ alias, sql }) => `, ${sql} AS ${alias}`).join('')
  const unread = `(SELECT * FROM ${bill.from(source.from(columns.structure))} WHERE NOT (${bill.readable}) AND NOT ${bill.blank})`
  const instant = (date: Date) => `toDateTime(${Math.floor(date.getTime() / 1000)}, 'UTC')`
  const [counted] = await querySource(warehouse, {
    scope,
    source,
    select: {
      rows: `countIf(${shifted} OR ifNull(${starts} >= ${instant(from)} AND ${starts} < ${instant(to)}, true))`,
    },
    from: `(SELECT *${parsed} FROM ${unread})`,
    signal,
  }).catch(rethrowReading(source))
  return Number(counted?.rows ?? 0)
}

async function prove(
  warehouse: Warehouse,
  { scope, source, queryId, signal }: ReadRequest,
  proof: CompiledProof,
  from: string,
  { byHeader = false, shape }: { byHeader?: boolean; shape?: RowShape } = {},
): Promise<{ proof: FileProof; short: number; breaks: number }> {
  const costs = costColumns.filter((column) => proof.sums[column])
  const rows = await querySource(warehouse, {
    scope,
    source,
    select: {
      currency: 'proven_currency',
      rows: 'count()',
      short: shape ? `countIf(${shape.short})` : '0',
      breaks: shape ? `max(${shape.breaksAtEnd})` : '0',
      ...Object.fromEntries(costs.map((column) => [column, `sum(${proof.sums[column]})`])),
    } as Record<'currency' | 'rows' | 'short' | 'breaks' | CostColumn, string>,
    from: `(SELECT *, ${proof.currency} AS proven_currency FROM ${from}) GROUP BY proven_currency`,
    settings: byHeader ? { input_format_with_names_use_header: 1 } : {},
    queryId: queryId && `${queryId}-proof`,
    signal,
  }).catch(rethrowReading(source))
  return {
    short: rows.reduce((total, row) => total + Number(row.short), 0),
    breaks: rows.reduce((max, row) => Math.max(max, Number(row.breaks)), 0),
    proof: {
      rows: rows.reduce((total, row) => total + Number(row.rows), 0),
      sums: rows.flatMap((row) =>
        costs.map((column) => ({ currency: row.currency ?? '', column, amount: row[column] ?? null })),
      ),
    },
  }
}

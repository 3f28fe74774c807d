/** One file that may be a bill: its source, its columns, its format, and notes for the user. */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import {
  type Condition,
  columnKey,
  first,
  literal,
  type MappedColumn,
  type Mapping,
  type TextRule,
} from '@kept/domain/mapping.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { BucketFile } from './bucket-files.ts'
import { dateNotes } from './date-order.ts'
import { describeSource } from './describe-source.ts'
import { namesTwice } from './duplicate-columns.ts'
import type { IdentifiedFile } from './identify-file.ts'
import { inferDialect } from './infer-dialect.ts'
import { querySource } from './query-source.ts'
import { unpacked } from './raw-file.ts'
import { readingError } from './reading-error.ts'
import { recognizeBill, unknownBill } from './recognize-bill.ts'
import { columnsOfMaps, textColumns } from './rule-compiler.ts'
import { ruleCompiler } from './rule-sql.ts'
import { type BillSource, canBeNamed, localFile, streamedFile } from './source.ts'
import type { SourceColumns } from './source-columns.ts'

export interface OpenedFile {
  source: BillSource
  columns: SourceColumns
  format: BillFormat
  reason: string
  /** Notes about this file, without its name. */
  notes: string[]
}

interface OpenBillOptions {
  scope: Scope
  formats: readonly BillFormat[]
  toSource: BucketFile['toSource'] | undefined
  format?: string | undefined
  currency?: string | undefined
  /** Whether a file that is not a bill is rejected or returned as undefined. */
  mustBeBill: boolean
  signal?: AbortSignal | undefined
}

/** The ISO 4217 code that stands for no currency. */
const noCurrency = 'XXX'

export async function openBill(
  warehouse: Warehouse,
  identified: IdentifiedFile,
  { scope, formats, toSource, format: requestedFormat, currency, mustBeBill, signal }: OpenBillOptions,
): Promise<OpenedFile | undefined> {
  const { csv } = identified
  const source = toSource?.(identified) ?? sourceOf(warehouse, identified)
  const described = await describeSource(warehouse, identified, source)
  const plainColumns = described.columns({
    maps: () => false,
    isLowCardinality: () => false,
    dialect: { slashDates: null, decimalComma: false },
  })
  const recognized = await recognizeBill({
    name: source.name,
    formats,
    columns: described.names,
    requestedFormat,
    path: source.name,
    hasRow: (condition) => hasRow(warehouse, { scope, source, columns: plainColumns, condition, signal }),
  })
  if (!recognized) {
    if (mustBeBill) throw unknownBill(source.name, described.names, formats)
    return undefined
  }
  const { reason } = recognized
  const maps = new Set(columnsOfMaps(recognized.format.mapping).map((name) => plainColumns.find(name)?.name ?? name))
  const isMap = (name: string) => maps.has(name)
  const mapping = withCurrency(recognized.format.mapping, currency)
  const wordy = new Set(textColumns(recognized.format.mapping).map(columnKey))
  const isLowCardinality = (name: string) => wordy.has(columnKey(name))
  const before = described.columns({ maps: isMap, isLowCardinality, dialect: plainColumns.dialect })
  const { dialect, slashDates } = await inferDialect(warehouse, {
    scope,
    source,
    mapping,
    columns: before,
    csv,
    signal,
  })
  const columns = {
    ...described.columns({ maps: isMap, isLowCardinality, dialect }),
    isUnchecked: identified.isUnchecked,
  }
  const duplicates = await namesTwice(warehouse, { scope, source, columns, mapping, csv, signal })
  const notes = [
    ...duplicates,
    ...identified.notes,
    ...(csv && csv.rows.length === 0 ? ['it has no rows, only a header.'] : []),
    ...(slashDates ? dateNotes(slashDates) : []),
    ...(dialect.decimalComma ? ['its amounts are written with a decimal comma.'] : []),
    ...(namesNoCurrency(recognized.format.mapping, columns) && !currency
      ? [`it names no currency: its amounts are stored under ${noCurrency} and kept separate (set it with --currency).`]
      : []),
    ...(await unknowableOf(warehouse, { scope, source, columns, format: recognized.format, signal })),
  ]
  return { source, columns, format: { ...recognized.format, mapping }, reason, notes }
}

function sourceOf(warehouse: Warehouse, { file, compression, container, csv }: IdentifiedFile): BillSource {
  const { name, path } = file
  const head = csv && { delimiter: csv.delimiter, headerLines: csv.headerLines }
  const content = () => unpacked(file.open(), compression)
  return path && warehouse.readsLocalFiles && canBeNamed(path)
    ? localFile({ path, name, container, bytes: file.bytes ?? 0, compression, content, ...head })
    : streamedFile({ name, container, bytes: file.bytes, body: content, ...head })
}

interface RowQuestion {
  scope: Scope
  source: BillSource
  columns: SourceColumns
  signal: AbortSignal | undefined
}

async function unknowableOf(
  warehouse: Warehouse,
  { format, ...question }: RowQuestion & { format: BillFormat },
): Promise<string[]> {
  const messages: string[] = []
  for (const { description: message, rows } of format.unknowable ?? []) {
    if (!rows || (await hasRow(warehouse, { ...question, condition: rows }))) messages.push(message)
  }
  return messages
}

/** The engine stops at the first matching row; when there is none it has read the file once. */
async function hasRow(
  warehouse: Warehouse,
  { scope, source, columns, condition, signal }: RowQuestion & { condition: Condition },
): Promise<boolean> {
  const compiler = ruleCompiler(columns)
  const conditionSql = compiler.condition(condition)
  const parsed = compiler.parsed.map(({ alias, sql }) => `, ${sql} AS ${alias}`).join('')
  try {
    const rows = await querySource(warehouse, {
      scope,
      source,
      select: { exists: '1' },
      from: `(SELECT *${parsed} FROM ${source.from(columns.structure)}) WHERE ${conditionSql} LIMIT 1`,
      signal,
    })
    return rows.length > 0
  } catch (error) {
    throw await readingError(error, source)
  }
}

/** Every amount has a currency: the bill's, else the one the user set, else the code for none. */
function withCurrency(mapping: Mapping, currency: string | undefined): Mapping {
  const mappedCurrency = mapping.columns.BillingCurrency
  const fallback = literal(currency ?? noCurrency)
  const billed: MappedColumn = {
    as: 'text',
    rule: mappedCurrency?.as === 'text' ? first(code(mappedCurrency.rule), fallback) : fallback,
  }
  const priced = mapping.columns.PricingCurrency
  const columns: Mapping['columns'] = { ...mapping.columns, BillingCurrency: billed }
  if (priced?.as === 'text') columns.PricingCurrency = { as: 'text', rule: code(priced.rule) }
  return { ...mapping, columns }
}

/** "usd" and " USD " are USD. */
function code(rule: TextRule): TextRule {
  return { from: 'code', text: rule }
}

function namesNoCurrency({ columns: { BillingCurrency } }: Mapping, columns: SourceColumns): boolean {
  return BillingCurrency?.as !== 'text' || ruleCompiler(columns).text(BillingCurrency.rule) === "''"
}

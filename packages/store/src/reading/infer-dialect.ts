/** The dialect of a file, inferred from its values: 3/4/2024 and 1.234,56. */
import type { Mapping } from '@kept/domain/mapping.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { CsvHead } from './csv-head.ts'
import { type DateOrder, type DateParts, decideDateOrder, orderByValues } from './date-order.ts'
import { asText } from './parse-sql.ts'
import { querySource } from './query-source.ts'
import { readingError } from './reading-error.ts'
import { columnsOfValue } from './rule-compiler.ts'
import type { BillSource } from './source.ts'
import type { ReadingDialect, SourceColumns } from './source-columns.ts'

interface DialectQuestion {
  scope: Scope
  source: BillSource
  mapping: Mapping
  columns: SourceColumns
  csv: CsvHead | undefined
  signal?: AbortSignal | undefined
}

interface InferredDialect {
  dialect: ReadingDialect
  /** How the date order was decided; undefined when no date is written with slashes. */
  slashDates: DateOrder | undefined
}

export async function inferDialect(warehouse: Warehouse, question: DialectQuestion): Promise<InferredDialect> {
  const { mapping, columns, csv } = question
  const dates = columnsRead(mapping, columns, 'time')
  const decimalComma =
    csv !== undefined && csv.delimiter !== ',' && writesDecimalComma(csv, columnsRead(mapping, columns, 'amount'))
  const sampled = csv ? partsInRows(csv, dates) : undefined
  const quick = sampled && orderByValues(sampled)
  const decided = (slashDates: DateOrder | undefined): InferredDialect => ({
    dialect: { slashDates: slashDates?.order ?? null, decimalComma },
    slashDates,
  })
  if (sampled && !sampled.hasSlashDates) return decided(undefined)
  if (quick) return decided(quick)
  return decided(decideDateOrder(await partsInFile(warehouse, question, dates)))
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{2}/

function partsInRows({ rows, header }: CsvHead, dates: string[]): Pick<DateParts, 'hasSlashDates' | 'largest'> {
  const parts = cellsOf({ rows, header }, dates).flatMap((cell) => {
    const match = slashed.exec(cell)
    return match ? [[Number(match[1]), Number(match[2])] as const] : []
  })
  const largest = (position: 0 | 1) => parts.reduce((max, part) => Math.max(max, part[position]), 0)
  return { hasSlashDates: parts.length > 0, largest: [largest(0), largest(1)] }
}

async function partsInFile(
  warehouse: Warehouse,
  { scope, source, columns, mapping, signal }: DialectQuestion,
  dates: string[],
): Promise<DateParts> {
  const textsOf = (names: string[]) =>
    columns.all.filter(({ name, type }) => names.includes(name) && type.includes('String')).map(asText)
  const texts = textsOf(dates)
  const noDates: DateParts = { hasSlashDates: false, largest: [0, 0], distinct: [0, 0], periods: [[], []], example: '' }
  if (texts.length === 0) return noDates
  const periodStart = mapping.columns.BillingPeriodStart
  const periodNames = periodStart?.as === 'time' ? columnsOfValue(periodStart.rule) : []
  const periods = textsOf(periodNames.flatMap((name) => columns.find(name)?.name ?? []))
  const slashDatesSql = (expressions: string[]) =>
    `arrayFilter(text -> match(text, '^[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}'), [${expressions.join(', ')}])`
  const part = (expressions: string[], position: number) =>
    `arrayMap(text -> toUInt8OrZero(splitByChar('/', text)[${position}]), ${slashDatesSql(expressions)})`
  const list = (expressions: string[], position: number) =>
    expressions.length === 0 ? "'[]'" : `toJSONString(groupUniqArrayArray(40)(${part(expressions, position)}))`
  try {
    const [row] = await querySource(warehouse, {
      scope,
      source,
      select: {
        first: list(texts, 1),
        second: list(texts, 2),
        periodFirst: list(periods, 1),
        periodSecond: list(periods, 2),
        example: `anyIf(${slashDatesSql(texts)}[1], notEmpty(${slashDatesSql(texts)}))`,
      },
      from: source.from(columns.structure),
      signal,
    })
    const numbers = (text: string | null | undefined) => JSON.parse(text ?? '[]') as number[]
    const [first, second] = [numbers(row?.first), numbers(row?.second)]
    return {
      hasSlashDates: first.length > 0,
      largest: [Math.max(0, ...first), Math.max(0, ...second)],
      distinct: [first.length, second.length],
      periods: [numbers(row?.periodFirst), numbers(row?.periodSecond)],
      example: row?.example ?? '',
    }
  } catch (error) {
    throw await readingError(error, source)
  }
}

function writesDecimalComma(csv: CsvHead, amounts: string[]): boolean {
  const cells = cellsOf(csv, amounts)
  const thousands = /^-?\d{1,3}(\.\d{3})+$/
  return (
    cells.some((text) => /^-?[\d.]*,\d+$/.test(text)) &&
    !cells.some((text) => /^-?[\d,]*\.\d+$/.test(text) && !thousands.test(text))
  )
}

function cellsOf({ rows, header }: Pick<CsvHead, 'rows' | 'header'>, names: string[]): string[] {
  const indexes = header.flatMap((name, index) => (names.includes(name) ? [index] : []))
  return rows.flatMap((row) => indexes.map((index) => row[index]?.trim() ?? ''))
}

/** Names of the file's columns that some rule reads as a date, or as an amount. */
function columnsRead(mapping: Mapping, columns: SourceColumns, as: 'time' | 'amount'): string[] {
  const names = Object.values(mapping.columns).flatMap((mapped) =>
    mapped?.as === as ? columnsOfValue(mapped.rule) : [],
  )
  return [...new Set(names.flatMap((name) => columns.find(name)?.name ?? []))]
}

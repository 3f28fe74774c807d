/** How a file writes what can be written in two ways, learnt from its own values: 3/4/2024, and 1.234,56. */
import type { Mapping } from '@kept/domain/mapping.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { askSource } from './ask-source.ts'
import type { CsvHead } from './csv-head.ts'
import { asText } from './parse-sql.ts'
import { readingError } from './reading-error.ts'
import { columnsOfValue } from './rule-compiler.ts'
import type { BillSource } from './source.ts'
import type { ReadingHabits, SourceColumns } from './source-columns.ts'

export interface HabitsQuestion {
  scope: Scope
  source: BillSource
  mapping: Mapping
  columns: SourceColumns
  csv: CsvHead | undefined
  signal?: AbortSignal | undefined
}

export interface LearntHabits {
  habits: ReadingHabits
  /** True when dates with slashes are there and nothing told day from month. */
  undecided: boolean
}

export async function learnHabits(warehouse: Warehouse, question: HabitsQuestion): Promise<LearntHabits> {
  const { mapping, columns, csv } = question
  const dates = columnsRead(mapping, columns, 'time')
  const decimalComma =
    csv !== undefined && csv.delimiter !== ',' && writesDecimalComma(csv, columnsRead(mapping, columns, 'amount'))
  const sampled = csv ? slashesInRows(csv, dates) : undefined
  if (sampled && (!sampled.any || sampled.order))
    return { habits: { slashDates: sampled.order, decimalComma }, undecided: false }
  const seen = await slashesInFile(warehouse, question, dates)
  return { habits: { slashDates: seen.order, decimalComma }, undecided: seen.any && !seen.order }
}

interface Slashes {
  any: boolean
  order: ReadingHabits['slashDates']
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{2}/

function slashesInRows({ rows, header }: CsvHead, dates: string[]): Slashes {
  const parts = cellsOf({ rows, header }, dates).flatMap((cell) => {
    const match = slashed.exec(cell)
    return match ? [[Number(match[1]), Number(match[2])] as const] : []
  })
  const largest = (place: 0 | 1) => parts.reduce((most, part) => Math.max(most, part[place]), 0)
  return decide(parts.length > 0, largest(0), largest(1))
}

/** Both above twelve is no order at all: then the month comes first, and the rows that say otherwise are set aside. */
function decide(any: boolean, first: number, second: number): Slashes {
  const order = first > 12 && second <= 12 ? 'day_first' : second > 12 ? 'month_first' : null
  return { any, order }
}

async function slashesInFile(
  warehouse: Warehouse,
  { scope, source, columns, signal }: HabitsQuestion,
  dates: string[],
): Promise<Slashes> {
  const texts = columns.all.filter(({ name, type }) => dates.includes(name) && type.includes('String')).map(asText)
  if (texts.length === 0) return { any: false, order: null }
  const part = (place: number) =>
    `greatest(${texts.map((text) => `if(match(${text}, '^[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}'), toUInt8OrZero(splitByChar('/', ${text})[${place}]), 0)`).join(', ')}, 0)`
  try {
    const [seen] = await askSource(warehouse, {
      scope,
      source,
      select: { first: `max(${part(1)})`, second: `max(${part(2)})` },
      from: source.from(columns.structure),
      signal,
    })
    const [first, second] = [Number(seen?.first ?? 0), Number(seen?.second ?? 0)]
    return decide(first > 0, first, second)
  } catch (error) {
    throw await readingError(error, source)
  }
}

function writesDecimalComma(csv: CsvHead, amounts: string[]): boolean {
  const written = cellsOf(csv, amounts)
  const thousands = /^-?\d{1,3}(\.\d{3})+$/
  return (
    written.some((text) => /^-?[\d.]*,\d+$/.test(text)) &&
    !written.some((text) => /^-?[\d,]*\.\d+$/.test(text) && !thousands.test(text))
  )
}

function cellsOf({ rows, header }: Pick<CsvHead, 'rows' | 'header'>, names: string[]): string[] {
  const places = header.flatMap((name, place) => (names.includes(name) ? [place] : []))
  return rows.flatMap((row) => places.map((place) => row[place]?.trim() ?? ''))
}

/** Names of the file's columns that some rule reads as a date, or as an amount. */
function columnsRead(mapping: Mapping, columns: SourceColumns, as: 'time' | 'amount'): string[] {
  const names = Object.values(mapping.columns).flatMap((mapped) =>
    mapped?.as === as ? columnsOfValue(mapped.rule) : [],
  )
  return [...new Set(names.flatMap((name) => columns.find(name)?.name ?? []))]
}

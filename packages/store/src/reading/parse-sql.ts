/** Converts text to values in the engine: amounts, dates, maps. */

import { type SourceColumn, wordType } from './column-types.ts'
import { quote } from './source.ts'
import type { ReadingDialect } from './source-columns.ts'

export const emptyMap = "CAST(map(), 'Map(LowCardinality(String), String)')"

/** A column's value as text; the word NULL, as some exports write it, and a float that is not a number become empty. */
export function asText({ sql, type }: SourceColumn): string {
  if (type === 'String') return `if(${sql} IN (${noWords}), '', ${sql})`
  // By its dictionary: `transform` keeps the type, `if` would materialize every row.
  if (type === wordType) return `transform(${sql}, [${noWords}], ['', '', ''])`
  if (type === 'Nullable(String)') return `if(isNull(${sql}) OR ${sql} IN (${noWords}), '', assumeNotNull(${sql}))`
  if (isFloat(type)) return `if(isNaN(ifNull(${sql}, nan)), '', toString(assumeNotNull(${sql})))`
  if (type.startsWith('Nullable(') || type.startsWith('LowCardinality(Nullable(')) return `ifNull(toString(${sql}), '')`
  if (type.startsWith('Map(') || type.startsWith('Array(')) return `toJSONString(${sql})`
  if (type.includes('Tuple(')) return `toJSONString(${sql})`
  return `toString(${sql})`
}

const noWords = "'NULL', 'null', '\\\\N'"

export function isFloat(type: string): boolean {
  return /^(?:Nullable\()?Float/.test(type)
}

/**
 * Plain decimals and scientific notation first, as nearly every amount is; "$1,234.50 " and "(12.00)" when that fails.
 * The engine alone would read "1.2.3" as 1.23 and "-" or "e5" as 0, and an unknown amount must never become zero.
 */
export function parseAmount(rawText: string, decimals: number, dialect: Pick<ReadingDialect, 'decimalComma'>): string {
  const text = dialect.decimalComma
    ? `if(position(${rawText}, ',') > 0, replaceOne(replaceAll(${rawText}, '.', ''), ',', '.'), ${rawText})`
    : rawText
  const plainNumber = `if(countSubstrings(${text}, '.') < 2 AND ((${text} >= '0' AND ${text} < ':') OR match(${text}, '^[-+]?[.]?[0-9]')), toDecimal256OrNull(${text}, ${decimals}), NULL)`
  const digits = `replaceRegexpAll(${text}, '[^-0-9.eE]', '')`
  const bareNumber = `toDecimal256OrNull(${digits}, ${decimals})`
  const dressed = `if(position(${text}, '(') > 0, negate(${bareNumber}), ${bareNumber})`
  // Branches: the engine evaluates the long ones only for rows that get there; with `ifNull`, for every row.
  return `multiIf(isNotNull(${plainNumber}), ${plainNumber}, match(${text}, ${quote(dressedAmount)}), ${dressed}, NULL)`
}

const dressedAmount =
  '^\\s*[-+]?\\s*[(]?\\s*[-+]?\\s*[$€£¥₹]?\\s*[-+]?\\s*(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(?:[.][0-9]+|[0-9][.]?)(?:[eE][-+]?[0-9]+)?\\s*[)]?\\s*$'

/**
 * ISO 8601 and similar; YYYYMM and YYYYMMDD; 31.12.2024; and 12/31/2024 or 31/12/2024 by the file's dialect. Anything
 * else (a bare number, a word) is not a date, nor is a year outside 1990 to 2100: the engine would guess or clamp.
 */
export function parseTime(rawText: string, { slashDates }: Pick<ReadingDialect, 'slashDates'>): string {
  const iso = `parseDateTimeBestEffortOrNull(${rawText}, 'UTC')`
  const month = slashDates === 'day_first' ? 2 : 1
  const slashed = slashDates === 'day_first' ? iso : `parseDateTimeBestEffortUSOrNull(${rawText}, 'UTC')`
  const value = `multiIf(substring(${rawText}, 5, 1) = '-' OR match(${rawText}, '^[0-9]{4}/'), ${iso},
    match(${rawText}, '^[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}'), if(toUInt8OrZero(splitByChar('/', ${rawText})[${month}]) BETWEEN 1 AND 12, ${slashed}, NULL),
    match(${rawText}, '^(?:[0-9]{6}|[0-9]{8}|[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}.*)$'), ${iso}, NULL)`
  return inRange(value)
}

/** Instants outside these years are no billing dates, and some would not fit the engine's type. */
export function inRange(value: string): string {
  return `if(${value} BETWEEN ${firstInstant} AND ${lastInstant}, ${value}, NULL)`
}
export const firstInstant = "toDateTime('1990-01-01 00:00:00', 'UTC')"
export const lastInstant = "toDateTime('2100-01-01 00:00:00', 'UTC')"

/**
 * A map of the pairs that have a value. The keys are selected by index from one constant list, so that they are not
 * materialized for every row.
 */
export function mapOf(pairs: [key: string, valueSql: string][]): string {
  if (pairs.length === 0) return emptyMap
  const keys = `CAST([${pairs.map(([key]) => quote(key)).join(', ')}], 'Array(LowCardinality(String))')`
  const values = `[${pairs.map(([, sql]) => sql).join(', ')}]`
  const positions = `arrayFilter((place, v) -> v != '', range(1, ${pairs.length + 1}), ${values})`
  return asMap(`mapFromArrays(arrayMap(place -> ${keys}[place], ${positions}), arrayFilter(v -> v != '', ${values}))`)
}

export function asMap(sql: string): string {
  return `CAST(${sql}, 'Map(LowCardinality(String), String)')`
}

/** A JSON object in text, with or without braces: Azure writes its tags without. */
export function braced(text: string): string {
  return `if(${text} = '' OR startsWith(trimLeft(${text}), '{'), ${text}, concat('{', ${text}, '}'))`
}

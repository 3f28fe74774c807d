/** A format's mapping and a source's columns, compiled to the SQL for one bill. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { type ColumnKind, type CostColumn, costColumns } from '@kept/domain/focus-columns.ts'
import { datasetColumns } from '@kept/domain/focus-datasets.ts'
import { type AmountRule, columnKey, type MappedColumn, type Mapping, snakeName } from '@kept/domain/mapping.ts'
import type { SourceColumn } from './column-types.ts'
import { datasets } from './datasets.ts'
import { asMap, asText, braced, emptyMap, mapOf } from './parse-sql.ts'
import { columnOf, columnOfValue, proofPlaces, type ReadCheck, type RuleCompiler } from './rule-compiler.ts'
import { ruleCompiler } from './rule-sql.ts'
import { quote } from './source.ts'
import type { SourceColumns } from './source-columns.ts'
import { unknownTime } from './time-sql.ts'

interface CompiledBill {
  table: string
  /** SELECT list of the table, in `columns` order, with `{import_id:String}` and `{organization_id:UUID}` unbound. */
  columns: string[]
  expressions: string[]
  /** True for rows that can be read completely. */
  readable: string
  /** True for a line that is not a row. */
  blank: string
  checks: ReadCheck[]
  /** The source with every parsed text as an extra column; what the expressions select from. */
  from(source: string): string
}

export function compileBill(dataset: Dataset, mapping: Mapping, source: SourceColumns): CompiledBill {
  const compiler = ruleCompiler(source)
  const { table, lead, needed } = datasets[dataset]
  const kinds = datasetColumns[dataset]
  const names = Object.keys(kinds)
  const values: Record<string, string> = {}
  const timeWhenUnknown = dataset === 'cost_and_usage' ? "toDateTime(0, 'UTC')" : undefined
  for (const [name, kind] of Object.entries(kinds)) {
    values[name] = columnSql(compiler, mapping.columns[name], kind, timeWhenUnknown)
  }
  const extra = extraColumns(mapping, source, compiler)
  const checks = [
    ...shapeChecks(source),
    ...encodingChecks(source),
    ...compiler.checks,
    ...neededChecks(compiler, mapping, needed),
    ...periodChecks(compiler, mapping),
  ]
  const readable =
    checks.length === 0 ? 'true' : `NOT (${checks.map(({ unreadable }) => `(${unreadable})`).join(' OR ')})`
  const leading = Object.entries(lead(values))
  return {
    table,
    columns: [...leading.map(([name]) => name), ...names, 'x_columns'],
    expressions: [...leading.map(([, sql]) => sql), ...names.map((name) => values[name] ?? ''), extra],
    readable,
    blank: source.shape?.blank ?? 'false',
    checks,
    from: (from) => withParsed(compiler, from),
  }
}

/** The cost columns as written in the file, exact to 38 decimals and independent of the reading above: the proof. */
export interface CompiledProof {
  currency: string
  sums: Partial<Record<CostColumn, string>>
  /** The source columns these sums need, so that the engine can skip the others. */
  used: ReadonlySet<string>
  from(source: string): string
}

export function compileProof(dataset: Dataset, mapping: Mapping, source: SourceColumns): CompiledProof {
  const compiler = ruleCompiler(source, 'proven')
  // The other datasets describe the same money again: their sums are not the bill's.
  const costs = dataset === 'cost_and_usage' ? costColumns : []
  const sums = Object.fromEntries(
    costs.flatMap((name) => {
      const mapped = mapping.columns[name]
      return mapped?.as === 'amount' ? [[name, compiler.amount(mapped.rule, proofPlaces)]] : []
    }),
  )
  const currency = mapping.columns.BillingCurrency
  const currencySql = currency?.as === 'text' ? compiler.text(currency.rule) : "''"
  return { currency: currencySql, sums, used: compiler.used, from: (from) => withParsed(compiler, from) }
}

/** The number of line breaks in the fields of a CSV row. */
export function lineBreaks({ shape, all }: SourceColumns): string {
  if (!shape) return '0'
  return `arraySum(arrayMap(cell -> countSubstrings(cell, '\\n'), [${all.map(({ sql }) => `ifNull(${sql}, '')`).join(', ')}]))`
}

function withParsed({ parsed }: RuleCompiler, from: string): string {
  return parsed.length === 0
    ? from
    : `(SELECT *, ${parsed.map(({ alias, sql }) => `${sql} AS ${alias}`).join(',\n')} FROM ${from})`
}

function columnSql(
  compiler: RuleCompiler,
  mapped: MappedColumn | undefined,
  kind: ColumnKind,
  timeWhenUnknown: string | undefined,
): string {
  switch (kind) {
    case 'amount':
      return mapped?.as === 'amount' ? compiler.amount(mapped.rule) : 'NULL'
    case 'number':
      return mapped?.as === 'amount' ? numberSql(compiler, mapped.rule) : 'NULL'
    case 'time': {
      const value = mapped?.as === 'time' ? compiler.time(mapped.rule) : unknownTime
      return timeWhenUnknown ? `ifNull(${value}, ${timeWhenUnknown})` : value
    }
    case 'tags':
      return mapped?.as === 'tags' ? compiler.tags(mapped.rule) : emptyMap
    case 'text':
    case 'long_text':
    case 'json':
      return mapped?.as === 'text' ? compiler.text(mapped.rule) : "''"
  }
}

/** A quantity or unit price. A number in the file that fits is cast directly, not through the wide decimals. */
function numberSql(compiler: RuleCompiler, rule: AmountRule): string {
  const type = 'Nullable(Decimal(38, 18))'
  const column =
    rule.from === 'amount' && rule.text.from === 'column' ? compiler.columns.find(rule.text.name) : undefined
  const isNarrow = column && /^(?:Nullable\()?(?:Decimal\((?:[12]?\d|3[0-8]),|U?Int(?:8|16|32|64)\b)/.test(column.type)
  return `CAST(${isNarrow ? compiler.use(column).sql : compiler.amount(rule, 18)}, '${type}')`
}

/** For a text that could not be scanned completely before (an object in a bucket). */
function encodingChecks({ all, isUnchecked }: SourceColumns): ReadCheck[] {
  if (!isUnchecked) return []
  return all
    .filter(({ type }) => type.includes('String'))
    .map((column) => ({
      column: column.name,
      text: asText(column),
      unreadable: `NOT isValidUTF8(${asText(column)})`,
      reason: 'this text is not UTF-8',
    }))
}

function shapeChecks({ shape, all }: SourceColumns): ReadCheck[] {
  if (!shape) return []
  const last = all.at(-1)?.name ?? ''
  return [
    { column: last, text: "''", unreadable: shape.short, reason: 'the row ends before its last column' },
    {
      column: last,
      text: "''",
      unreadable: shape.long,
      reason: 'the row has more fields than the header, perhaps because a comma is not quoted',
    },
  ]
}

function neededChecks(compiler: RuleCompiler, mapping: Mapping, byDefault: string[]): ReadCheck[] {
  return (mapping.needed ?? byDefault).flatMap((name) => {
    const mapped = mapping.columns[name]
    switch (mapped?.as) {
      case 'amount':
        return [
          missing(columnOfValue(mapped.rule, compiler.columns), `isNull(${compiler.amount(mapped.rule)})`, 'an amount'),
        ]
      case 'time':
        return [
          missing(columnOfValue(mapped.rule, compiler.columns), `isNull(${compiler.time(mapped.rule)})`, 'a date'),
        ]
      case 'text':
        return [missing(columnOf(mapped.rule, compiler.columns), `${compiler.text(mapped.rule)} = ''`, 'a word')]
      default:
        return []
    }
  })
}

/** A charge that ends before it starts would count for a negative time. */
function periodChecks(compiler: RuleCompiler, { columns }: Mapping): ReadCheck[] {
  const { ChargePeriodStart: start, ChargePeriodEnd: end } = columns
  if (start?.as !== 'time' || end?.as !== 'time') return []
  const column = columnOfValue(end.rule, compiler.columns)
  const endColumn = compiler.columns.find(column)
  const starts = compiler.columns.find(columnOfValue(start.rule, compiler.columns))
  // An end that is calculated from its start cannot be before it.
  if (!endColumn || endColumn === starts) return []
  return [
    {
      column,
      text: asText(endColumn),
      unreadable: `ifNull(${compiler.time(end.rule)} < ${compiler.time(start.rule)}, false)`,
      reason: 'the charge ends before it starts',
    },
  ]
}

function missing(column: string, unreadable: string, label: string): ReadCheck {
  return { column, text: "''", unreadable, reason: `${label} is missing` }
}

/** Columns outside FOCUS are stored as `x_...`, when they have a value. */
function extraColumns(mapping: Mapping, source: SourceColumns, compiler: RuleCompiler): string {
  const { dropped = [], spread = [], extraNames } = mapping
  const isIn = (names: string[], { name }: SourceColumn) =>
    names.some((candidate) => columnKey(candidate) === columnKey(name))
  const retainedColumns = source.all.filter(
    (column) => (!compiler.tracked.has(column.name) || column.name.startsWith('x_')) && !isIn(dropped, column),
  )
  const nameOf = (name: string) => {
    const spelled = extraNames === 'snake_case' ? snakeName(name) : name
    return spelled.startsWith('x_') ? spelled : `x_${spelled}`
  }
  const maps = retainedColumns.filter((column) => isIn(spread, column))
  const single = retainedColumns.filter((column) => !maps.includes(column))
  const pairs: [string, string][] = single.map((column) => [nameOf(column.name), asText(column)])
  return maps.reduce(
    (all, column) => `mapUpdate(${all}, ${spreadMap(column, `${nameOf(column.name)}_`)})`,
    mapOf(pairs),
  )
}

function spreadMap(column: SourceColumn, prefix: string): string {
  const { sql, type } = column
  const [keys, values] = type.startsWith('Map(')
    ? [`mapKeys(${sql})`, `arrayMap(v -> ifNull(toString(v), ''), mapValues(${sql}))`]
    : [
        `arrayMap(pair -> pair.1, JSONExtractKeysAndValuesRaw(${braced(asText(column))}))`,
        `arrayMap(pair -> if(startsWith(pair.2, '"'), JSONExtractString(pair.2), if(pair.2 = 'null', '', pair.2)), JSONExtractKeysAndValuesRaw(${braced(asText(column))}))`,
      ]
  return asMap(
    `mapFilter((k, v) -> v != '', mapFromArrays(arrayMap(k -> concat(${quote(prefix)}, toString(k)), ${keys}), ${values}))`,
  )
}

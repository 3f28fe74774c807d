/**
 * A bill of any provider, mapped column by column: from the FOCUS name to the file's own.
 *
 *     { "name": "Acme Hosting", "columns": { "BilledCost": "Amount", "ChargePeriodStart": "Day", "BillingCurrency": {
 * "value": "EUR" }, "ServiceName": "Product", "Tags": ["Team", "Cost center"] } }
 *
 * Columns that are left out are derived where possible: the end of a charge is a day after its start, the billing
 * period is its month, the effective cost is the billed cost. List and contracted cost stay unknown.
 */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type FocusColumn, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import {
  addOne,
  amountColumn,
  exclusiveEnd,
  literal,
  type MappedColumn,
  mapColumn,
  startOfMonth,
  startOfNextMonth,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
} from '@kept/domain/mapping.ts'
import { isObject } from '@kept/foundation/narrow.ts'

type Written = string | { value: string } | string[]

const needed: FocusColumn[] = ['BilledCost', 'ChargePeriodStart']

/** The format that a user described; throws one sentence for each mistake. */
export function genericFormat(description: unknown): BillFormat {
  const { name, columns, mistakes } = readDescription(description)
  if (mistakes.length > 0) throw badInput(mistakes.join(' '), { mistakes })
  const sources = Object.values(columns).flatMap((definition) => sourcesOf(definition))
  return {
    id: 'generic',
    label: name,
    dataset: 'cost_and_usage',
    signature: { all: sources },
    // A user's own description takes precedence over recognized formats.
    rank: 100,
    mapping: {
      columns: { ...derived(columns, name), ...toMappedColumns(columns) },
      required: sources.map((source) => [source]),
    },
  }
}

function readDescription(description: unknown): {
  name: string
  columns: Partial<Record<FocusColumn, Written>>
  mistakes: string[]
} {
  const emptyMapping = { name: '', columns: {} }
  if (!isObject(description) || !isObject(description.columns)) {
    return {
      ...emptyMapping,
      mistakes: ['A column mapping is a JSON object with "columns", from FOCUS column to your column.'],
    }
  }
  const mistakes: string[] = []
  const unknown = Object.keys(description).filter((key) => key !== 'name' && key !== 'columns')
  if (unknown.length > 0) mistakes.push(`A column mapping has only "name" and "columns". Remove "${unknown[0]}".`)
  const { name = 'CSV with a column mapping' } = description
  if (typeof name !== 'string' || name.trim() === '') mistakes.push('"name" must be text and not empty.')
  const columns: Partial<Record<FocusColumn, Written>> = {}
  const mistaken = new Set<FocusColumn>()
  for (const [key, definition] of Object.entries(description.columns)) {
    const focus = focusColumnNames.find((columnName) => columnName.toLowerCase() === key.toLowerCase())
    if (!focus)
      mistakes.push(`"${key}" is not a FOCUS column. Use a column of the FOCUS specification, such as BilledCost.`)
    else if (!isWritten(definition)) {
      mistaken.add(focus)
      mistakes.push(`Map "${key}" to a column name, to { "value": "..." }, or, for tags, to a list of columns.`)
    } else if (Array.isArray(definition) && focusColumns[focus].kind !== 'tags') {
      mistaken.add(focus)
      mistakes.push(`Map "${key}" to one column. Only tags take a list of columns.`)
    } else columns[focus] = definition
  }
  for (const name of needed) {
    if (!columns[name] && !mistaken.has(name)) {
      mistakes.push(`"${name}" is missing. Kept needs it to read charges.`)
    }
  }
  return { name: String(name), columns, mistakes }
}

function toMappedColumns(columns: Partial<Record<FocusColumn, Written>>): Partial<Record<FocusColumn, MappedColumn>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, definition]) => [name, toRule(name as FocusColumn, definition)]),
  )
}

function toRule(name: FocusColumn, definition: Written): MappedColumn {
  if (Array.isArray(definition)) {
    return tagsColumn({ from: 'named', columns: Object.fromEntries(definition.map((column) => [column, column])) })
  }
  const text = typeof definition === 'string' ? definition : literal(definition.value)
  switch (focusColumns[name].kind) {
    case 'amount':
    case 'number':
      return amountColumn({ from: 'amount', text: typeof text === 'string' ? { from: 'column', name: text } : text })
    case 'time':
      return timeColumn(name.endsWith('End') ? exclusiveEnd(time(text), 'of_month') : time(text))
    case 'tags':
      return typeof text === 'string' ? tagsColumn(mapColumn(text)) : tagsColumn({ from: 'json_object', text })
    case 'text':
    case 'long_text':
    case 'json':
      return textColumn(text)
  }
}

function derived(
  {
    BilledCost,
    ChargePeriodStart,
    BillingPeriodStart,
    ProviderName,
    ServiceProviderName,
  }: Partial<Record<FocusColumn, Written>>,
  name: string,
): Partial<Record<FocusColumn, MappedColumn>> {
  const start = time(textOf(ChargePeriodStart))
  const period = BillingPeriodStart ? time(textOf(BillingPeriodStart)) : startOfMonth(start)
  const provider = textColumn(textOf(ServiceProviderName ?? ProviderName ?? { value: name }))
  return {
    BillingPeriodStart: timeColumn(period),
    BillingPeriodEnd: timeColumn(startOfNextMonth(period)),
    ChargeCategory: textColumn(literal('Usage')),
    ChargePeriodEnd: timeColumn(addOne(start, 'day')),
    EffectiveCost: toRule('EffectiveCost', BilledCost ?? ''),
    ProviderName: provider,
    ServiceProviderName: provider,
  }
}

function textOf(definition: Written | undefined) {
  if (definition === undefined || Array.isArray(definition)) return literal('')
  return typeof definition === 'string' ? definition : literal(definition.value)
}

function sourcesOf(definition: Written): string[] {
  if (Array.isArray(definition)) return definition
  return typeof definition === 'string' ? [definition] : []
}

function isWritten(value: unknown): value is Written {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item === 'string' && item !== '')
  return isObject(value) && typeof value.value === 'string' && Object.keys(value).length === 1
}

/**
 * A bill of any provider, told column by column: FOCUS name to the file's own.
 *
 *     { "name": "Acme Hosting",
 *       "columns": { "BilledCost": "Amount", "ChargePeriodStart": "Day", "BillingCurrency": { "value": "EUR" },
 *                    "ServiceName": "Product", "Tags": ["Team", "Cost centre"] } }
 *
 * What is left out and follows from the rest is derived: the end of a charge is a day after its start, the billing
 * period is its month, the effective cost is the billed one. List and contracted cost stay unknown.
 */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type FocusColumn, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import {
  amountColumn,
  exclusiveEnd,
  later,
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

type Written = string | { value: string } | string[]

const needed: FocusColumn[] = ['BilledCost', 'ChargePeriodStart']

/** The format a person described, or a refusal with one sentence for each mistake. */
export function genericFormat(description: unknown): BillFormat {
  const { name, columns, mistakes } = readDescription(description)
  if (mistakes.length > 0) throw badInput(mistakes.join(' '), { mistakes })
  const sources = Object.values(columns).flatMap((written) => sourcesOf(written))
  return {
    id: 'generic',
    label: name,
    dataset: 'cost_and_usage',
    signature: { all: sources },
    // Whoever describes a bill by hand means it.
    rank: 100,
    mapping: { columns: { ...derived(columns, name), ...told(columns) }, required: sources.map((source) => [source]) },
  }
}

function readDescription(description: unknown): {
  name: string
  columns: Partial<Record<FocusColumn, Written>>
  mistakes: string[]
} {
  const nothing = { name: '', columns: {} }
  if (!isObject(description) || !isObject(description.columns)) {
    return { ...nothing, mistakes: ['A column mapping is a JSON object with "columns": FOCUS name to your column.'] }
  }
  const mistakes: string[] = []
  const unknown = Object.keys(description).filter((key) => key !== 'name' && key !== 'columns')
  if (unknown.length > 0) mistakes.push(`A column mapping has no "${unknown[0]}", only "name" and "columns".`)
  const { name = 'CSV with a column mapping' } = description
  if (typeof name !== 'string' || name.trim() === '') mistakes.push('"name" is a text that is not empty.')
  const columns: Partial<Record<FocusColumn, Written>> = {}
  for (const [key, written] of Object.entries(description.columns)) {
    const focus = focusColumnNames.find((one) => one.toLowerCase() === key.toLowerCase())
    if (!focus)
      mistakes.push(`"${key}" is no FOCUS column; the names stand in the FOCUS specification, for example BilledCost.`)
    else if (!isWritten(written))
      mistakes.push(`"${key}" is told by a column's name, by { "value": "..." }, or for tags by a list of columns.`)
    else if (Array.isArray(written) && focusColumns[focus].kind !== 'tags')
      mistakes.push(`"${key}" is one value: only tags can be told by a list of columns.`)
    else columns[focus] = written
  }
  for (const name of needed) {
    if (!columns[name] && !mistakes.some((mistake) => mistake.startsWith(`"${name}"`))) {
      mistakes.push(`"${name}" is missing: no charge can be read without it.`)
    }
  }
  return { name: String(name), columns, mistakes }
}

function told(columns: Partial<Record<FocusColumn, Written>>): Partial<Record<FocusColumn, MappedColumn>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, written]) => [name, toRule(name as FocusColumn, written)]),
  )
}

function toRule(name: FocusColumn, written: Written): MappedColumn {
  if (Array.isArray(written)) {
    return tagsColumn({ from: 'named', columns: Object.fromEntries(written.map((column) => [column, column])) })
  }
  const text = typeof written === 'string' ? written : literal(written.value)
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
    ChargePeriodEnd: timeColumn(later(start, 'day')),
    EffectiveCost: toRule('EffectiveCost', BilledCost ?? ''),
    ProviderName: provider,
    ServiceProviderName: provider,
  }
}

function textOf(written: Written | undefined) {
  if (written === undefined || Array.isArray(written)) return literal('')
  return typeof written === 'string' ? written : literal(written.value)
}

function sourcesOf(written: Written): string[] {
  if (Array.isArray(written)) return written
  return typeof written === 'string' ? [written] : []
}

function isWritten(value: unknown): value is Written {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')
  return isObject(value) && typeof value.value === 'string' && Object.keys(value).length === 1
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

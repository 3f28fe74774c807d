/** Google Cloud's billing export as files: CSV with dotted names, or nested as BigQuery exports JSON lines and Parquet. */
import type { Granularity } from '../charges.ts'
import type { FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'
import { type GcpRow, gcpRows } from './billing-rows.ts'

interface GcpOptions {
  granularity: Granularity
  /** The detailed export names resources and prices. */
  detailed: boolean
  /** How a CSV writes lists: as JSON, or as Python prints them. */
  lists: 'json' | 'python'
}

const standardColumns = [
  ...['billing_account_id', 'service.id', 'service.description', 'sku.id', 'sku.description', 'usage_start_time'],
  ...['usage_end_time', 'project.id', 'project.name', 'project.labels', 'project.ancestry_numbers', 'labels'],
  ...['system_labels', 'location.location', 'location.country', 'location.region', 'location.zone', 'export_time'],
  ...['cost', 'currency', 'currency_conversion_rate', 'usage.amount', 'usage.unit', 'usage.amount_in_pricing_units'],
  ...['usage.pricing_unit', 'credits', 'invoice.month', 'cost_type', 'adjustment_info.id'],
  ...['adjustment_info.description', 'adjustment_info.mode', 'adjustment_info.type', 'cost_at_list'],
  ...['transaction_type', 'seller_name'],
]
const detailedColumns = [
  ...['resource.name', 'resource.global_name', 'price.effective_price', 'price.tier_start_amount', 'price.unit'],
  'price.pricing_unit_quantity',
]

export function gcpTables(world: SampleWorld, { granularity, detailed, lists }: GcpOptions): SampleTable[] {
  const columns = [...standardColumns, ...(detailed ? detailedColumns : []), 'partition_date']
  return monthsOf(world).map((month) => ({
    name: `gcp-billing-${month.slice(0, 7)}`,
    month,
    columns: columns.map((name) => ({ name, type: 'text' as const })),
    rows: function* () {
      for (const row of gcpRows(world, month, granularity)) yield flatten(row, lists)
    },
    nested: {
      structure: structureOf(detailed),
      rows: function* () {
        for (const row of gcpRows(world, month, granularity)) yield toNested(row, detailed)
      },
    },
  }))
}

function flatten(row: GcpRow, lists: GcpOptions['lists']): FlatRow {
  const cells: Record<string, string> = { partition_date: row.usage_start_time.slice(0, 10) }
  for (const [name, value] of Object.entries(row)) {
    if (value === null) continue
    if (typeof value === 'string') cells[name] = /_time$/.test(name) ? spaced(value) : value
    else if (Array.isArray(value)) cells[name] = listText(value, lists)
    else {
      for (const [member, inner] of Object.entries(value)) {
        cells[`${name}.${member}`] = Array.isArray(inner) ? listText(inner, lists) : String(inner)
      }
    }
  }
  return cells
}

/** "2026-07-01 05:00:00+00:00" */
function spaced(instant: string): string {
  return instant.replace('T', ' ').replace('Z', '+00:00')
}

function listText(list: readonly object[], lists: GcpOptions['lists']): string {
  if (lists === 'json') return JSON.stringify(list)
  const members = list.map((item) =>
    Object.entries(item)
      .map(([key, value]) => `'${key}': ${pythonText(key, value)}`)
      .join(', '),
  )
  return `[${members.map((text) => `{${text}}`).join(', ')}]`
}

function pythonText(key: string, value: unknown): string {
  if (value === null) return 'None'
  if (key === 'amount') return String(value)
  const text = String(value)
  return text.includes("'") ? `"${text}"` : `'${text.replaceAll('\\', '\\\\')}'`
}

/** BigQuery's own types: costs and quantities are floating-point numbers, list cost and prices exact decimals as text. */
function toNested(row: GcpRow, detailed: boolean): object {
  const { resource, price, ...standard } = row
  return {
    ...standard,
    usage_start_time: utc(row.usage_start_time),
    usage_end_time: utc(row.usage_end_time),
    export_time: utc(row.export_time),
    cost: Number(row.cost),
    currency_conversion_rate: Number(row.currency_conversion_rate),
    usage: row.usage && {
      ...row.usage,
      amount: Number(row.usage.amount),
      amount_in_pricing_units: Number(row.usage.amount_in_pricing_units),
    },
    credits: row.credits.map((credit) => ({ ...credit, amount: Number(credit.amount) })),
    ...(detailed ? { resource, price } : {}),
  }
}

/** "2026-07-01 05:00:00 UTC" */
function utc(instant: string): string {
  return instant.replace('T', ' ').replace('Z', ' UTC')
}

const labels = 'Array(Tuple(key Nullable(String), value Nullable(String)))'
const tuple = (...members: string[]) => `Tuple(${members.join(', ')})`
const text = (...names: string[]) => names.map((name) => `${name} Nullable(String)`)

function structureOf(detailed: boolean): string {
  return [
    'billing_account_id Nullable(String)',
    `service ${tuple(...text('id', 'description'))}`,
    `sku ${tuple(...text('id', 'description'))}`,
    "usage_start_time DateTime64(6, 'UTC')",
    "usage_end_time DateTime64(6, 'UTC')",
    `project ${tuple(...text('id', 'number', 'name'), `labels ${labels}`, ...text('ancestry_numbers'))}`,
    `labels ${labels}`,
    `system_labels ${labels}`,
    `location ${tuple(...text('location', 'country', 'region', 'zone'))}`,
    "export_time DateTime64(6, 'UTC')",
    'cost Nullable(Float64)',
    'currency Nullable(String)',
    'currency_conversion_rate Nullable(Float64)',
    `usage ${tuple('amount Nullable(Float64)', 'unit Nullable(String)', 'amount_in_pricing_units Nullable(Float64)', 'pricing_unit Nullable(String)')}`,
    `credits Array(${tuple(...text('name'), 'amount Nullable(Float64)', ...text('full_name', 'id', 'type'))})`,
    `invoice ${tuple(...text('month'))}`,
    'cost_type Nullable(String)',
    `adjustment_info ${tuple(...text('id', 'description', 'mode', 'type'))}`,
    'cost_at_list Nullable(Decimal(38, 20))',
    'transaction_type Nullable(String)',
    'seller_name Nullable(String)',
    ...(detailed
      ? [
          `resource ${tuple(...text('name', 'global_name'))}`,
          `price ${tuple('effective_price Nullable(Decimal(38, 20))', 'tier_start_amount Nullable(Decimal(38, 20))', ...text('unit'), 'pricing_unit_quantity Nullable(Decimal(38, 20))')}`,
        ]
      : []),
  ].join(', ')
}

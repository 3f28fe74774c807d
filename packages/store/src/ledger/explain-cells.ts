/** The costs of two periods side by side, by price of a resource: the input of an explanation. */
import type { Filter } from '@kept/domain/cost-query.ts'
import { type CellSide, type CostCell, type ExplanationMeasure, explanationLimits } from '@kept/domain/explanation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type Binder, createBinder } from './binder.ts'
import { filterSql, smallestTable } from './key-sql.ts'
import { type Part, parts } from './parts.ts'
import { ofLoads } from './roll-up-sql.ts'
import type { Span } from './span.ts'

export interface CellsQuery {
  measure: ExplanationMeasure
  window: Span
  /** Does not overlap with the window. */
  past: Span
  filters: readonly Filter[]
  currency?: string | undefined
  /** The resources with the largest changes are read one by one, per currency. */
  resources?: number | undefined
}

type SideRow<Side extends string> = Record<`${Side}_cost`, string> &
  Record<`${Side}_list` | `${Side}_contracted` | `${Side}_quantity`, string | null>

type CellRow = SideRow<'previous'> &
  SideRow<'current'> &
  Omit<
    CostCell,
    'resource' | 'resource_name' | 'resources' | 'is_in_previous' | 'is_in_current' | 'previous' | 'current'
  > & {
    shown_resource: string
    shown_name: string
    resources: string
    is_in_previous: number
    is_in_current: number
  }

/** What a price of a resource is known by. */
const keyColumns = {
  currency: 't.BillingCurrency',
  provider: 't.ServiceProviderName',
  sub_account: 't.SubAccountId',
  service: 't.ServiceName',
  region: 't.RegionId',
  resource: 't.ResourceId',
  sku: 't.SkuId',
  meter: 't.SkuMeter',
  unit: "if(t.ConsumedUnit != '', t.ConsumedUnit, t.PricingUnit)",
  category: 't.ChargeCategory',
  frequency: 't.ChargeFrequency',
  class: 't.ChargeClass',
  commitment: `multiIf(t.CommitmentDiscountStatus = 'Unused', 'unused',
    t.CommitmentDiscountId != '' OR t.CommitmentDiscountType != '', 'used', 'none')`,
} as const

const keyNames = Object.keys(keyColumns)
const sides = ['previous', 'current'] as const

export async function readExplainCells(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CellsQuery,
  signal?: AbortSignal,
): Promise<CostCell[]> {
  if (loadIds.length === 0) return []
  const bind = createBinder()
  const sql = cellsSql(query, bind)
  const rows = await warehouse.query<CellRow>(scope, sql, { ...bind.values, load_ids: loadIds }, { signal })
  return rows.map(toCell)
}

/**
 * Prices of resources, ranked by how much their resource changed; beyond the limit, the resources of a price are one
 * cell. Whether a resource is in a period is known before that, so that none becomes new by being small.
 */
function cellsSql(query: CellsQuery, bind: Binder): string {
  const { resources = explanationLimits.resources } = query
  const keys = keyNames.join(', ')
  const names = keyNames.filter((name) => name !== 'resource').join(', ')
  const figures = sides.flatMap((side) => [`${side}_cost`, `${side}_list`, `${side}_contracted`, `${side}_quantity`])
  // A charge without a resource stands for itself.
  const alone = `if(resource = '', cityHash64(${names}), 0)`
  const owner = `currency, provider, resource, ${alone}`
  const isSmall = `c.resource != '' AND c.place > ${bind(resources, 'UInt32')}`
  return `SELECT ${names}, if(${isSmall}, '', c.resource) AS shown_resource,
      max(if(${isSmall}, '', c.resource_name)) AS shown_name, toString(uniqExact(c.resource)) AS resources,
      is_in_previous, is_in_current,
      ${figures.map((name) => `${sumOfKnown(`c.${name}`, 'count()')} AS ${name}`).join(', ')}
    FROM (
      SELECT *, dense_rank() OVER (PARTITION BY currency ORDER BY weight DESC, provider, resource, ${alone}) AS place
      FROM (
        SELECT *,
          sum(abs(toFloat64(current_cost) - toFloat64(previous_cost))) OVER (PARTITION BY ${owner}) AS weight,
          sum(previous_lines) OVER (PARTITION BY ${owner}) > 0 AS is_in_previous,
          sum(current_lines) OVER (PARTITION BY ${owner}) > 0 AS is_in_current
        FROM (${pricesSql(query, keys, bind)})
      )
      WHERE previous_cost != 0 OR current_cost != 0
    ) AS c
    GROUP BY ${names}, shown_resource, is_in_previous, is_in_current, ${isSmall}
    ORDER BY ${names}, shown_resource, is_in_previous, is_in_current`
}

function pricesSql({ measure, window, past, filters, currency }: CellsQuery, keys: string, bind: Binder): string {
  const table = smallestTable(['resource', 'sku', ...filters.map(({ dimension }) => dimension)])
  const column = (part: Part) => (table === 'cost_line' ? parts[part] : `t.${part}`)
  const lines = table === 'cost_line' ? '1' : 't.lines'
  const within = ({ from, to }: Span) =>
    `(t.charge_date >= ${bind(from, 'Date')} AND t.charge_date < ${bind(to, 'Date')})`
  const conditionOf = { previous: within(past), current: within(window) }
  const quantity = `if(t.ConsumedUnit != '', ${column('quantity')}, ${column('pricing_quantity')})`
  const figuresOf = (side: (typeof sides)[number]) => {
    const isIn = conditionOf[side]
    const figure = (expression: string) => sumOfKnown(expression, `countIf(${isIn})`, isIn)
    return [
      `ifNull(sumIf(${column(measure)}, ${isIn}), 0) AS ${side}_cost`,
      `${figure(column('list'))} AS ${side}_list`,
      `${figure(column('contracted'))} AS ${side}_contracted`,
      `${figure(quantity)} AS ${side}_quantity`,
      `sumIf(${lines}, ${isIn}) AS ${side}_lines`,
    ]
  }
  const conditions = [ofLoads, `(${conditionOf.previous} OR ${conditionOf.current})`]
  conditions.push(...filters.map((filter) => filterSql(filter, bind, ofLoads)))
  if (currency) conditions.push(`t.BillingCurrency = ${bind(currency, 'String')}`)
  const keySelects = Object.entries(keyColumns).map(([name, expression]) => `${expression} AS ${name}`)
  return `SELECT ${[...keySelects, 'max(t.ResourceName) AS resource_name', ...sides.flatMap(figuresOf)].join(', ')}
    FROM ${table} AS t WHERE ${conditions.join(' AND ')} GROUP BY ${keys}`
}

/** The sum where every row says the figure, zero where there are no rows, else unknown. */
function sumOfKnown(expression: string, rows: string, condition?: string): string {
  const [sum, count] = condition
    ? [`sumIf(${expression}, ${condition})`, `countIf(${expression} IS NOT NULL AND ${condition})`]
    : [`sum(${expression})`, `count(${expression})`]
  return `if(${count} = ${rows}, ifNull(${sum}, 0), NULL)`
}

function toCell({ resources, is_in_previous, is_in_current, ...row }: CellRow): CostCell {
  const side = (name: (typeof sides)[number]): CellSide => ({
    cost: String(row[`${name}_cost`]),
    list: textOf(row[`${name}_list`]),
    contracted: textOf(row[`${name}_contracted`]),
    quantity: textOf(row[`${name}_quantity`]),
  })
  const { currency, provider, sub_account, service, region, sku, meter, unit } = row
  const { category, frequency, class: chargeClass, commitment } = row
  return {
    ...{ currency, provider, sub_account, service, region, sku, meter, unit },
    resource: row.shown_resource,
    resource_name: row.shown_name,
    ...{ category, frequency, class: chargeClass, commitment },
    resources: Number(resources),
    is_in_previous: is_in_previous === 1,
    is_in_current: is_in_current === 1,
    previous: side('previous'),
    current: side('current'),
  }
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

/** Costs of the parts of a scope during an incident and in the four weeks before: the input for its drivers. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import { meteredUsageSql } from '../ledger/savings-scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface DriverPart {
  dimension: string
  value: string
  name: string
  actual: Decimal
  /** Sum over the 28 days before. */
  before: Decimal
  /** Null where the lines have different units or none. */
  actualQuantity: Decimal | null
  beforeQuantity: Decimal | null
}

const levelColumns = {
  provider: 'ServiceProviderName',
  sub_account: 'SubAccountId',
  service: 'ServiceName',
  resource: 'ResourceId',
  sku: 'SkuId',
} as const

/** The dimensions a user can act on; usage types are meters, on bills that name them. */
const dimensions = {
  provider: { column: 'ServiceProviderName', name: 'ServiceProviderName' },
  sub_account: { column: 'SubAccountId', name: 'SubAccountName' },
  service: { column: 'ServiceName', name: 'ServiceName' },
  region: { column: 'RegionId', name: 'RegionName' },
  meter: { column: 'SkuMeter', name: 'SkuMeter' },
  resource: { column: 'ResourceId', name: 'ResourceName' },
} as const

const maxParts = 40

export async function readDriverParts(
  warehouse: Warehouse,
  scope: Scope,
  query: {
    loadIds: readonly string[]
    currency: string
    path: readonly { dimension: string; value: string }[]
    from: string
    to: string
  },
): Promise<DriverPart[]> {
  const inScope = query.path
    .map(({ dimension }, index) => `AND ${columnOf(dimension, index)} = {p${index}:String}`)
    .join(' ')
  const fixed = new Set<string>(query.path.map(({ dimension }) => dimension))
  const cost = 'ifNull(effective, billed)'
  const selectDimension = ([dimension, { column, name }]: [string, { column: string; name: string }]) => `(SELECT
      '${dimension}' AS dimension, ${column} AS value, max(${name}) AS name,
      toString(ifNull(sumIf(${cost}, charge_date >= {from:Date}), 0)) AS actual,
      toString(ifNull(sumIf(${cost}, charge_date < {from:Date}), 0)) AS before,
      if(uniqExact(ConsumedUnit) = 1, toString(sumIf(quantity_where_effective, charge_date >= {from:Date})), NULL)
        AS actualQuantity,
      if(uniqExact(ConsumedUnit) = 1, toString(sumIf(quantity_where_effective, charge_date < {from:Date})), NULL)
        AS beforeQuantity
    FROM cost_daily_resource WHERE ${ofLoads} AND BillingCurrency = {currency:String} ${inScope}
      AND charge_date >= {from:Date} - 28 AND charge_date < {to:Date}
      AND ${meteredUsageSql}
    GROUP BY value
    ORDER BY abs(toDecimal128(actual, 9) - toDecimal128(before, 9) * dateDiff('day', {from:Date}, {to:Date}) / 28) DESC
    LIMIT ${maxParts})`
  const remainingDimensions = Object.entries(dimensions).filter(([dimension]) => !fixed.has(dimension))
  return warehouse.query<DriverPart>(scope, remainingDimensions.map(selectDimension).join(' UNION ALL '), {
    load_ids: query.loadIds,
    currency: query.currency,
    from: query.from,
    to: query.to,
    ...Object.fromEntries(
      query.path.flatMap(({ dimension, value }, index) => [
        [`p${index}`, value],
        [`k${index}`, dimension.replace(/^tag:/, '')],
      ]),
    ),
  })
}

function columnOf(dimension: string, index: number): string {
  return isKeyOf(levelColumns, dimension) ? levelColumns[dimension] : `Tags[{k${index}:String}]`
}

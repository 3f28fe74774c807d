/** The table of `database/migrations/0055-list-prices.ts` as a Kysely type. */
import type { PricedKind, PriceUnit } from '@kept/domain/list-price.ts'
import type { ColumnType, Generated } from 'kysely'

export interface PricesSchema {
  list_price: {
    id: Generated<string>
    organization_id: string
    connection_id: string
    provider: string
    region: string
    kind: PricedKind
    type: string
    variant: string
    unit: PriceUnit
    price: string
    currency: string
    sku: string
    price_list: string
    effective_at: string
    read_at: ColumnType<Date, Date | string, Date | string>
  }
}

/** What a unit of something costs, and who says so: the customer's own bill, then list prices of the cloud. */
import type { Decimal } from '@kept/foundation/decimal.ts'

/**
 * `contract`: the customer's own contracted price, read from the bill; `live_list`: the list price that a connection read
 * from the cloud; `public_list`: the published one that Kept brings along.
 */
type PriceSource = 'contract' | 'live_list' | 'public_list'

export interface UnitPrice {
  source: PriceSource
  /** The bill's provider, or the cloud of a public list: "aws", "azure". */
  provider: string
  currency: string
  region: string
  /** '' for a public list. */
  sku_price_id: string
  instance_type: string
  meter: string
  description: string
  pricing_unit: string
  price: Decimal
  /** Of a machine, where the list says it. */
  vcpus: number | null
  memory_gib: number | null
  /** The price list and region, or the SKU price of the bill, as the evidence of a recommendation shows it. */
  source_description: string
}

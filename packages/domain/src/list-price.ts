/** Prices that a cloud publishes for everyone, read by a connection for what its inventory has. */
import type { Decimal } from '@kept/foundation/decimal.ts'

const pricedKinds = [
  'instance',
  'volume',
  'snapshot',
  'address',
  'nat_gateway',
  'load_balancer',
  'cluster',
  'database',
  'log_storage',
  'fargate_cpu',
  'fargate_memory',
] as const
export type PricedKind = (typeof pricedKinds)[number]

/** What one price is of. Two resources of the same product have the same list price. */
export interface PricedProduct {
  kind: PricedKind
  /** As its cloud names it: "m6i.large", "gp3", "P10 LRS", "application", "e2"; '' where a kind has one price. */
  type: string
  /** What else its price depends on: engine and zones of a database, CPU or memory of a machine, "idle"; else ''. */
  variant: string
  /** As its cloud names it, such as "eu-central-1" or "westeurope". */
  region: string
}

export type PriceUnit = 'GB-Mo' | 'Hrs' | '1/Month'

export interface ListPrice extends PricedProduct {
  /** Of one `unit`, in `currency`; above zero. */
  price: Decimal
  unit: PriceUnit
  currency: string
  /** The number of the offer in the price list. */
  sku: string
  /** "AWS Price List", "Azure Retail Prices", "Google Cloud Billing Catalog". */
  price_list: string
  /** Since when it is valid: ISO 8601 with the time zone that the cloud wrote. */
  effective_at: string
}

/** A price as it was stored, with the cloud it is of and when it was first read. */
export interface StoredListPrice extends ListPrice {
  /** "aws", "azure", "gcp". */
  provider: string
  /** ISO 8601, in UTC. */
  read_at: string
}

/** One text for each product, in which products sort the same everywhere. */
export function productKey({ region, kind, type, variant }: PricedProduct): string {
  return JSON.stringify([region, kind, type, variant])
}

/** For a person: "m6i.large in eu-central-1". */
export function describeProduct({ kind, type, variant, region }: PricedProduct): string {
  const name = type === '' ? kind.replaceAll('_', ' ') : type
  return `${name}${variant === '' ? '' : ` (${variant})`} in ${region}`
}

/** Where a price comes from, as the evidence of a recommendation shows it. */
export function describeListPrice(price: StoredListPrice): string {
  const read = price.read_at.slice(0, 10)
  return `${price.price_list}: ${describeProduct(price)}, valid since ${price.effective_at.slice(0, 10)}, read on ${read}`
}

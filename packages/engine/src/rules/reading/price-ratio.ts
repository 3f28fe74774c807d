/** What another type would cost against today's, and who says so: the own contract, a list price, or the sizes alone. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { type Calculation, priceDifference, shareOfCost } from './calculation.ts'
import { cloudOf } from './cloud-of.ts'
import { ratio } from './share.ts'

export interface PriceRatio {
  ratio: number
  source: string
  /** Read from a price rather than assumed. */
  sure: boolean
  /** The two unit prices, where the ratio is made of them. */
  prices?: { from: UnitPrice; to: UnitPrice }
}

export function priceRatio(
  row: Pick<ResourceUse, 'provider' | 'currency' | 'region' | 'instance_type' | 'meter' | 'description'>,
  to: string,
  halvings: number,
  prices: readonly UnitPrice[],
): PriceRatio {
  const index = indexed(prices)
  const contractPrice = (type: string) =>
    (index.get(keyOf('contract', row.provider, row.currency, row.region, type)) ?? []).find((price) =>
      sameProduct(price, row),
    )
  const [from, target] = [contractPrice(row.instance_type), contractPrice(to)]
  if (from && target) return fromPrices(from, target)
  const cloud = cloudOf(row.provider)
  const live = (type: string) => index.get(keyOf('live_list', cloud, row.currency, row.region, baseType(type)))?.[0]
  const [liveFrom, liveTarget] = [live(row.instance_type), live(to)]
  if (liveFrom && liveTarget) return fromPrices(liveFrom, liveTarget)
  const listed = (type: string, region: string) => index.get(keyOf('public_list', cloud, 'USD', region, type))?.[0]
  for (const region of [row.region, 'us-east-1', 'eastus']) {
    const [a, b] = [listed(baseType(row.instance_type), region), listed(baseType(to), region)]
    if (a && b) return fromPrices(a, b)
  }
  return {
    ratio: 1 / 2 ** halvings,
    source: 'No price on your bill or in a public list; half the size is assumed to cost half',
    sure: false,
  }
}

function fromPrices(from: UnitPrice, to: UnitPrice): PriceRatio {
  return { ratio: ratio(to.price, from.price), source: to.source_description, sure: true, prices: { from, to } }
}

/** The saving of a change of type: from the two unit prices where both are known, else from their assumed ratio. */
export function savingOfType(
  paid: { label: string; amount: Decimal; currency: string },
  price: Pick<PriceRatio, 'ratio' | 'prices'>,
): Calculation {
  return price.prices
    ? priceDifference(paid, price.prices)
    : shareOfCost(paid, 'Share saved with the other type', 1 - price.ratio)
}

/** A database or cache of a type is priced in the same steps as the machine it runs on. */
function baseType(type: string): string {
  return type.replace(/^(?:db|cache|ml)\./, '')
}

const indexes = new WeakMap<readonly UnitPrice[], Map<string, UnitPrice[]>>()

function indexed(prices: readonly UnitPrice[]): Map<string, UnitPrice[]> {
  const cached = indexes.get(prices)
  if (cached) return cached
  const index = new Map<string, UnitPrice[]>()
  for (const price of prices) {
    const key = keyOf(price.source, price.provider, price.currency, price.region, price.instance_type)
    const group = index.get(key)
    if (group) group.push(price)
    else index.set(key, [price])
  }
  indexes.set(prices, index)
  return index
}

function keyOf(source: string, provider: string, currency: string, region: string, type: string): string {
  return [source, provider, currency, region, type].join('\0')
}

const systems = /windows|rhel|suse|sql server|ubuntu pro/i
const engines = /mysql|mariadb|postgresql|aurora|oracle|sql server/i
const zones = /multi-?az/i

/** Same system, engine and zones: prices of Windows and Linux machines are not comparable. */
function sameProduct(price: UnitPrice, row: Pick<ResourceUse, 'meter' | 'description'>): boolean {
  const traitsOf = (product: { meter: string; description: string }) =>
    [systems, engines, zones].map(
      (pattern) => pattern.exec(`${product.description} ${product.meter}`)?.[0]?.toLowerCase() ?? '',
    )
  const [a, b] = [traitsOf(price), traitsOf(row)]
  return a.every((trait, i) => trait === b[i]) && !/unused/i.test(price.meter)
}

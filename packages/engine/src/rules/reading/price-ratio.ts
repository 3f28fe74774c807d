/** What another type would cost against today's, and who says so: the own contract, a public list, or the sizes alone. */
import type { Decimal } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { type Calculation, priceDifference, shareOfCost } from './calculation.ts'
import { cloudOf } from './cloud-of.ts'
import { ratio } from './share.ts'

export interface PriceRatio {
  ratio: number
  says: string
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
  const own = (type: string) =>
    (index.get(keyOf('contract', row.provider, row.currency, row.region, type)) ?? []).find((price) =>
      sameProduct(price, row),
    )
  const [from, target] = [own(row.instance_type), own(to)]
  if (from && target) return fromPrices(from, target)
  const cloud = cloudOf(row.provider)
  const listed = (type: string, region: string) => index.get(keyOf('public_list', cloud, 'USD', region, type))?.[0]
  for (const region of [row.region, 'us-east-1', 'eastus']) {
    const [a, b] = [listed(plain(row.instance_type), region), listed(plain(to), region)]
    if (a && b) return fromPrices(a, b)
  }
  return {
    ratio: 1 / 2 ** halvings,
    says: 'Neither your bill nor a public list names it: sizes of a family are priced by their size',
    sure: false,
  }
}

function fromPrices(from: UnitPrice, to: UnitPrice): PriceRatio {
  return { ratio: ratio(to.price, from.price), says: to.says, sure: true, prices: { from, to } }
}

/** The saving of a change of type: from the two unit prices where both are known, else from their assumed ratio. */
export function savingOfType(
  paid: { label: string; amount: Decimal; currency: string },
  price: Pick<PriceRatio, 'ratio' | 'prices'>,
): Calculation {
  return price.prices
    ? priceDifference(paid, price.prices)
    : shareOfCost(paid, 'Share saved by the other type', 1 - price.ratio)
}

/** A database or cache of a type is priced in the same steps as the machine it runs on. */
function plain(type: string): string {
  return type.replace(/^(?:db|cache|ml)\./, '')
}

const indexes = new WeakMap<readonly UnitPrice[], Map<string, UnitPrice[]>>()

function indexed(prices: readonly UnitPrice[]): Map<string, UnitPrice[]> {
  const known = indexes.get(prices)
  if (known) return known
  const index = new Map<string, UnitPrice[]>()
  for (const price of prices) {
    const key = keyOf(price.source, price.provider, price.currency, price.region, price.instance_type)
    const found = index.get(key)
    if (found) found.push(price)
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

/** Same system, engine and zones: a Windows machine's price says nothing of a Linux one's. */
function sameProduct(price: UnitPrice, row: Pick<ResourceUse, 'meter' | 'description'>): boolean {
  const said = (of: { meter: string; description: string }) =>
    [systems, engines, zones].map((pattern) => pattern.exec(`${of.description} ${of.meter}`)?.[0]?.toLowerCase() ?? '')
  const [a, b] = [said(price), said(row)]
  return a.every((word, i) => word === b[i]) && !/unused/i.test(price.meter)
}

/** What the ports of list prices share: the order they read in, and what makes an offer of a price list a price. */
import {
  describeProduct,
  type ListPrice,
  type PricedProduct,
  type PriceUnit,
  productKey,
} from '@kept/domain/list-price.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, LivePort } from '@kept/domain/sync/port.ts'
import { compare, decimal, isDecimal } from '@kept/foundation/decimal.ts'

/** One entry of a price list, as its cloud wrote it. */
export interface PriceOffer {
  price: string
  unit: string
  currency: string
  sku: string
  effective_at: string
}

/** A sentence says why a price cannot be read; undefined: the list has none. */
type ReadPrice = ListPrice | { rejected: string } | undefined

/** Each product takes a request: a page is stored, with the position after it, before many of them are lost. */
const productsOnPage = 10

/** The position is the last product that was read: resources that come and go meanwhile move nothing. */
export async function readPricePage(
  { cursor, products = [] }: Parameters<LivePort<unknown>['readPage']>[2],
  read: (product: PricedProduct) => Promise<ReadPrice>,
): Promise<Awaited<ReturnType<LivePort<unknown>['readPage']>>> {
  const sorted = products
    .map((product) => ({ product, key: productKey(product) }))
    .filter(({ key }) => cursor === null || key > cursor)
    .toSorted((first, second) => (first.key < second.key ? -1 : 1))
  const page = sorted.slice(0, productsOnPage)
  const prices: ListPrice[] = []
  const rejected: string[] = []
  for (const { product } of page) {
    const answer = await read(product)
    if (answer === undefined) continue
    if ('rejected' in answer) rejected.push(answer.rejected)
    else prices.push(answer)
  }
  return {
    items: [],
    points: [],
    prices,
    rejected,
    next: sorted.length > page.length ? (page.at(-1)?.key ?? null) : null,
  }
}

/** Units as price lists spell them. */
const spellings: Readonly<Record<PriceUnit, RegExp>> = {
  Hrs: /^(?:1 )?(?:hrs?|hours?|vcpu-hours?|gb-hours?)$/i,
  'GB-Mo': /^(?:1 )?gb(?:-mo|-month|\/month)$/i,
  '1/Month': /^1\/month$/i,
}
/** With its zone: a time without one is a different moment in each place. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/** The price that is valid now. Offers that differ are no price: nothing says which of them the resource is billed at. */
export function listPriceOf(
  product: PricedProduct,
  offers: readonly PriceOffer[],
  { unit, priceList, nowMs }: { unit: PriceUnit; priceList: string; nowMs: number },
): ReadPrice {
  const reject = (reason: string) => ({ rejected: `The price of ${describeProduct(product)} ${reason}.` })
  for (const { price, currency, effective_at } of offers) {
    if (!isDecimal(price) || compare(decimal(price), '0') <= 0)
      return reject(`is "${price.slice(0, 40)}", which is no amount above zero`)
    if (!/^[A-Z]{3}$/.test(currency)) return reject(`has the currency "${currency.slice(0, 40)}", which does not exist`)
    if (!instant.test(effective_at) || Number.isNaN(Date.parse(effective_at)))
      return reject(`is valid since "${effective_at.slice(0, 40)}", which is no time with its zone`)
  }
  const begun = offers.filter(({ effective_at }) => Date.parse(effective_at) <= nowMs)
  const latestMs = Math.max(...begun.map(({ effective_at }) => Date.parse(effective_at)))
  const [offer, ...others] = begun.filter(({ effective_at }) => Date.parse(effective_at) === latestMs)
  if (!offer) return undefined
  if (!spellings[unit].test(offer.unit)) return reject(`is for "${offer.unit.slice(0, 40)}", not for ${unit}`)
  if (others.some((other) => other.currency !== offer.currency || compare(other.price, offer.price) !== 0))
    return reject(`is listed ${others.length + 1} times with different amounts`)
  return { ...product, ...offer, price: decimal(offer.price), unit, price_list: priceList }
}

/** A price list that takes no permission may still not be reached: a firewall, or an API that is not enabled. */
export async function checkPrices(
  capability: Pick<CheckedCapability, 'dataset' | 'unlocks' | 'actions'>,
  probe: () => Promise<void>,
): Promise<CheckedCapability> {
  let reason = ''
  try {
    await probe()
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    // What is throttled was reached.
    if (error.kind !== 'throttled') reason = error.message
  }
  return { ...capability, state: reason === '' ? 'complete' : 'missing', missing: [], statement: '', reason }
}

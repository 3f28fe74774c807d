/**
 * Pay-as-you-go list prices from the Azure Retail Prices API, of what the inventory has in each region. It is open to
 * everyone: the requests are free, take no permission, and carry no token of the customer.
 */
import type { PricedProduct } from '@kept/domain/list-price.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { listPriceOf, type PriceOffer, readPricePage } from '../../live-prices.ts'
import { type AzureOffers, offersOf } from './prices/offers.ts'
import type { AzureSession } from './session.ts'

const action = 'the Azure Retail Prices API'
const priceList = 'Azure Retail Prices'
/** Prices in other currencies are for reference only, as its documentation says. */
const currency = 'USD'

export const pricesPort: LivePort<AzureSession> = {
  dataset: 'prices',
  scope: 'connection',
  unlocks: 'Savings at list prices of your regions, before the first bill',
  permissions: [],
  readPage: (session, _location, request) =>
    readPricePage(request, async (product) => {
      const offers = offersOf(product)
      if (offers === undefined) return undefined
      const items = await readItems(session, product, offers, request.nowMs)
      return listPriceOf(product, items, { unit: offers.unit, priceList, nowMs: request.nowMs })
    }),
}

const text = z.string()
const answerSchema = z.object({
  Items: z.array(
    z.object({
      currencyCode: text,
      // A price that is no number is refused with its product, not with the page.
      retailPrice: z.unknown(),
      tierMinimumUnits: z.number().nullish(),
      armRegionName: text.nullish(),
      effectiveStartDate: text,
      effectiveEndDate: text.nullish(),
      meterId: text,
      meterName: text,
      productName: text,
      skuName: text,
      unitOfMeasure: text,
      type: text.nullish(),
      isPrimaryMeterRegion: z.boolean().nullish(),
    }),
  ),
  NextPageLink: text.nullish(),
})
type Item = z.output<typeof answerSchema>['Items'][number]

async function readItems(
  session: AzureSession,
  { region }: PricedProduct,
  { filter, isOffer }: AzureOffers,
  nowMs: number,
): Promise<PriceOffer[]> {
  const items: Item[] = []
  let link: string | undefined = pathOf({ ...filter, armRegionName: region })
  while (link !== undefined) {
    const { Items, NextPageLink } = await readAnswer(session, link)
    items.push(...Items)
    if (NextPageLink && NextPageLink === link)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    link = NextPageLink || undefined
  }
  const offers = items.filter(
    (item) =>
      item.type !== 'DevTestConsumption' &&
      (item.tierMinimumUnits ?? 0) === 0 &&
      !hasEnded(item, nowMs) &&
      isOffer(item),
  )
  // A meter of several regions is listed in each of them; one of these is the one that is billed.
  const primary = offers.filter(({ isPrimaryMeterRegion }) => isPrimaryMeterRegion === true)
  return (primary.length > 0 ? primary : offers).map(toOffer)
}

async function readAnswer(session: AzureSession, link: string): Promise<z.output<typeof answerSchema>> {
  return parseAnswer(action, answerSchema, await session.retailPrices(action, link))
}

/** A price whose end is announced is billed until then: the one after it is of the future. */
function hasEnded({ effectiveEndDate }: Item, nowMs: number): boolean {
  return Date.parse(effectiveEndDate ?? '') <= nowMs
}

/** One request with a small answer, as a check sends it. Throws a `SyncFailure`. */
export async function probePrices(session: AzureSession): Promise<void> {
  const meterName = 'Standard IPv4 Static Public IP'
  await readAnswer(session, pathOf({ serviceName: 'Virtual Network', meterName, armRegionName: 'eastus' }))
}

/** JSON has numbers of 17 digits at most, and prices have ten: the shortest text of a number is what Azure wrote. */
function toOffer({ retailPrice, unitOfMeasure, currencyCode, meterId, effectiveStartDate }: Item): PriceOffer {
  return {
    price: typeof retailPrice === 'number' && Number.isFinite(retailPrice) ? decimal(retailPrice) : String(retailPrice),
    unit: unitOfMeasure,
    currency: currencyCode,
    sku: meterId,
    effective_at: effectiveStartDate,
  }
}

/** Of pay-as-you-go prices; each field must equal. */
function pathOf(fields: Readonly<Record<string, string>>): string {
  const filters = Object.entries({ ...fields, priceType: 'Consumption' }).map(
    ([name, value]) => `${name} eq '${value.replaceAll("'", "''")}'`,
  )
  const query = new URLSearchParams({
    'api-version': '2023-01-01-preview',
    currencyCode: `'${currency}'`,
    $filter: filters.join(' and '),
  })
  return `/api/retail/prices?${query}`
}

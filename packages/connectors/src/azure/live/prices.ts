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
      const items = await readItems(session, product, offers)
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
): Promise<PriceOffer[]> {
  const fields = { ...filter, armRegionName: region, priceType: 'Consumption' }
  const query = Object.entries(fields).map(([name, value]) => `${name} eq '${value.replaceAll("'", "''")}'`)
  const items: Item[] = []
  let link: string | undefined = pathOf(query.join(' and '))
  while (link !== undefined) {
    const { Items, NextPageLink }: z.output<typeof answerSchema> = parseAnswer(
      action,
      answerSchema,
      await session.retailPrices(action, link),
    )
    items.push(...Items)
    if (NextPageLink && NextPageLink === link)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    link = NextPageLink || undefined
  }
  const offers = items.filter(
    (item) =>
      item.type !== 'DevTestConsumption' &&
      (item.tierMinimumUnits ?? 0) === 0 &&
      !item.effectiveEndDate &&
      isOffer(item),
  )
  // A meter of several regions is listed in each of them; one of these is the one that is billed.
  const primary = offers.filter(({ isPrimaryMeterRegion }) => isPrimaryMeterRegion === true)
  return (primary.length > 0 ? primary : offers).map(toOffer)
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

function pathOf(filter: string): string {
  const query = new URLSearchParams({
    'api-version': '2023-01-01-preview',
    currencyCode: `'${currency}'`,
    $filter: filter,
  })
  return `/api/retail/prices?${query}`
}

/**
 * On-demand list prices from the Cloud Billing Catalog, of what the inventory has in each region. It is the same for
 * everyone: the requests are free and take no permission, but the API must be enabled in the quota project. The catalog
 * has no filter, so that every page of a service is read, and what the inventory does not have is let go of.
 */
import { type ListPrice, type PricedProduct, productKey } from '@kept/domain/list-price.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { listPriceOf, type PriceOffer } from '../../live-prices.ts'
import { type CatalogService, catalogServices, type GcpOffers, offersOf } from './prices/offers.ts'
import { readOffers } from './prices/pricing-info.ts'
import type { GcpSession } from './session.ts'

const action = 'the Cloud Billing Catalog'
const host = 'cloudbilling'
const priceList = 'Google Cloud Billing Catalog'
const priceFields = 'pricingInfo(effectiveTime,pricingExpression(usageUnit,tieredRates))'
/** At most 5,000, of about half a kilobyte each: a page stays well below the limit of an answer. */
const pageSize = 2_000

interface RequestedProduct {
  product: PricedProduct
  source: GcpOffers
}

export const pricesPort: LivePort<GcpSession> = {
  dataset: 'prices',
  // The same for all projects.
  scope: 'connection',
  unlocks: 'Savings at list prices of your regions, also for machines and databases, before the first bill',
  permissions: [],
  /** A page is a service: a price is known when all SKUs of its service were seen. The position is the last service. */
  async readPage(session, _location, { cursor, products = [], nowMs }) {
    const requested = products.flatMap((product): RequestedProduct[] => {
      const source = offersOf(product)
      return source === undefined ? [] : [{ product, source }]
    })
    const names: readonly string[] = catalogServices
    const last = names.indexOf(cursor ?? '')
    const [service, ...others] = catalogServices.filter(
      (name, index) => index > last && requested.some(({ source }) => source.service === name),
    )
    const prices: ListPrice[] = []
    const rejected: string[] = []
    if (service !== undefined) {
      const ofService = requested.filter(({ source }) => source.service === service)
      const entries = await readSkus(session, service, ofService)
      for (const { product, source } of ofService) {
        const answer = priceOf(product, source, entries.get(productKey(product)) ?? [], nowMs)
        if (answer === undefined) continue
        if ('rejected' in answer) rejected.push(answer.rejected)
        else prices.push(answer)
      }
    }
    return { items: [], points: [], prices, rejected, next: others.length > 0 ? (service ?? null) : null }
  },
}

function priceOf(product: PricedProduct, { unit, usageUnit }: GcpOffers, entries: readonly Sku[], nowMs: number) {
  const offers: PriceOffer[] = []
  for (const entry of entries) {
    const read = readOffers(entry, product, priceList)
    if ('rejected' in read) return read
    offers.push(...read.offers.map((offer) => ({ ...offer, unit: offer.unit === usageUnit ? unit : offer.unit })))
  }
  return listPriceOf(product, offers, { unit, priceList, nowMs })
}

const text = z.string()
const servicesSchema = z.object({
  services: z.array(z.object({ name: text, displayName: text.nullish() })).nullish(),
  nextPageToken: text.nullish(),
})
const skusSchema = z.object({
  skus: z
    .array(
      z.object({
        skuId: text,
        description: text,
        category: z.object({ usageType: text.catch('') }).catch({ usageType: '' }),
        serviceRegions: z.array(text).catch([]),
        // What is not read is not checked.
        pricingInfo: z.unknown(),
      }),
    )
    .nullish(),
  nextPageToken: text.nullish(),
})
type Sku = Parameters<typeof readOffers>[0]

/** The SKUs of each product: of its region, or of all regions where none of its own is listed. */
async function readSkus(
  session: GcpSession,
  service: CatalogService,
  requested: readonly RequestedProduct[],
): Promise<Map<string, Sku[]>> {
  const [ofRegion, ofAll] = [new Map<string, Sku[]>(), new Map<string, Sku[]>()]
  const query = {
    fields: `skus(skuId,description,category/usageType,serviceRegions,${priceFields}),nextPageToken`,
    pageSize: String(pageSize),
    currencyCode: 'USD',
  }
  const path = `/v1/${await serviceNamed(session, service)}/skus`
  for await (const { skus } of everyPage(session, skusSchema, path, query)) {
    for (const { skuId, pricingInfo, serviceRegions, ...sku } of skus ?? []) {
      for (const { product, source } of requested) {
        const isOfRegion = serviceRegions.includes(product.region)
        if (!(isOfRegion || serviceRegions.includes('global')) || !source.isOffer(sku)) continue
        const listed = isOfRegion ? ofRegion : ofAll
        const key = productKey(product)
        listed.set(key, [...(listed.get(key) ?? []), { skuId, pricingInfo }])
      }
    }
  }
  return new Map([...ofAll, ...ofRegion])
}

/** "services/6F81-5844-456A" of "Compute Engine". */
async function serviceNamed(session: GcpSession, service: CatalogService): Promise<string> {
  const query = { fields: 'services(name,displayName),nextPageToken', pageSize: '5000' }
  for await (const { services } of everyPage(session, servicesSchema, '/v1/services', query)) {
    const listed = (services ?? []).find(({ displayName }) => displayName === service)
    if (listed && /^services\/[\w-]+$/.test(listed.name)) return listed.name
  }
  throw new SyncFailure('unexpected', `${action} lists no service named ${service}.`, { action })
}

async function* everyPage<Schema extends z.ZodType<{ nextPageToken?: string | null | undefined }>>(
  session: GcpSession,
  schema: Schema,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<z.output<Schema>> {
  let token: string | undefined
  do {
    const parameters = new URLSearchParams({ ...query, prettyPrint: 'false' })
    if (token !== undefined) parameters.set('pageToken', token)
    const answer: z.output<Schema> = parseAnswer(action, schema, await request(session, `${path}?${parameters}`))
    yield answer
    const next: string | undefined = answer.nextPageToken || undefined
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', `${action} returned the same page twice.`, { action })
    token = next
  } while (token !== undefined)
}

/** One request with a small answer, as a check sends it. Throws a `SyncFailure`. */
export async function probePrices(session: GcpSession): Promise<void> {
  parseAnswer(action, servicesSchema, await request(session, '/v1/services?pageSize=1&prettyPrint=false'))
}

/** It takes no permission: what refuses it is no role of Kept. */
async function request(session: GcpSession, path: string): Promise<unknown> {
  try {
    return await session.send(action, host, path)
  } catch (error) {
    if (!(error instanceof SyncFailure && error.kind === 'denied' && error.action === action)) throw error
    throw new SyncFailure(
      'not_enabled',
      'Google Cloud refuses its price list, which takes no permission: a policy of the organization forbids it, such as VPC Service Controls.',
      { action, cause: error },
    )
  }
}

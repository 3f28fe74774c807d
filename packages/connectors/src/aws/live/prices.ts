/** On-demand list prices from the AWS Price List, of what the inventory has in each region. The requests are free. */
import type { ListPrice, PricedProduct } from '@kept/domain/list-price.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { listPriceOf, type PriceOffer, readPricePage } from '../../live-prices.ts'
import { everyPage } from './every-page.ts'
import { partitionOf } from './partition.ts'
import { type AwsOffers, isUsage, offersOf } from './prices/offers.ts'
import type { AwsSession } from './session.ts'

const action = 'pricing:GetProducts'
const priceList: ListPrice['price_list'] = 'AWS Price List'
/** AWS publishes no limit; a list of products once a day is in no hurry. */
const limits = { burst: 5, perSecond: 5 }

export const pricesPort: LivePort<AwsSession> = {
  dataset: 'prices',
  // The same for all accounts: one of them asks.
  scope: 'connection',
  unlocks: 'Savings at list prices of your regions, also for databases, before the first bill',
  permissions: [{ action, reason: 'Reads list prices of the instance types, volumes and services that are in use.' }],
  readPage: (session, _location, request) =>
    readPricePage(request, async (product) => {
      const offers = offersOf(product)
      if (offers === undefined) return undefined
      const entries = await readOffers(session, product, offers)
      if ('rejected' in entries) return entries
      return listPriceOf(product, entries.offers, { unit: offers.unit, priceList, nowMs: request.nowMs })
    }),
}

const answerSchema = z.object({ PriceList: z.array(z.unknown()).nullish(), NextToken: z.string().nullish() })

/** A product of the list: docs.aws.amazon.com, reading a service price list file. Prices are texts, by currency. */
const productSchema = z.object({
  product: z.object({ sku: z.string(), attributes: z.object({ usagetype: z.string().catch('') }) }),
  terms: z.object({
    OnDemand: z
      .record(
        z.string(),
        z.object({
          effectiveDate: z.string(),
          priceDimensions: z.record(
            z.string(),
            z.object({
              unit: z.string(),
              beginRange: z.string().optional(),
              pricePerUnit: z.record(z.string(), z.string()),
            }),
          ),
        }),
      )
      .optional(),
  }),
})

async function readOffers(
  session: AwsSession,
  product: PricedProduct,
  { service, filters, usage }: AwsOffers,
): Promise<{ offers: PriceOffer[] } | { rejected: string }> {
  const offers: PriceOffer[] = []
  const pages = everyPage({ action, subject: `prices of ${service}` }, (token) =>
    getProducts(session, { service, filters: { ...filters, regionCode: product.region }, token }),
  )
  for await (const { PriceList } of pages) {
    for (const entry of PriceList ?? []) {
      const parsed = productSchema.safeParse(fromJson(String(entry)))
      if (!parsed.success) {
        const field = parsed.error.issues[0]?.path.join('.') || 'the entry'
        return {
          rejected: `The ${priceList} has an entry for ${product.type || product.kind} that is not as documented: ${field}.`,
        }
      }
      const { sku, attributes } = parsed.data.product
      if (isUsage(attributes.usagetype, usage)) offers.push(...onDemandOffers(sku, parsed.data.terms.OnDemand))
    }
  }
  return { offers }
}

/** Of prices by tier, the first: what the first unit costs. */
function onDemandOffers(sku: string, terms: z.output<typeof productSchema>['terms']['OnDemand'] = {}): PriceOffer[] {
  return Object.values(terms).flatMap(({ effectiveDate, priceDimensions }) =>
    Object.values(priceDimensions)
      .filter(({ beginRange = '0' }) => Number(beginRange) === 0)
      .flatMap(({ unit, pricePerUnit }) =>
        Object.entries(pricePerUnit).map(([currency, price]) => ({
          ...{ price, unit, currency, sku },
          effective_at: effectiveDate,
        })),
      ),
  )
}

async function getProducts(
  session: AwsSession,
  {
    service,
    filters,
    token,
    size = 100,
  }: {
    service: string
    filters: Readonly<Record<string, string>>
    token?: string | undefined
    size?: number
  },
): Promise<{ PriceList?: unknown[] | null | undefined; NextToken?: string | undefined }> {
  const region = regionOf(session)
  const sdk = await session.load(() => import('@aws-sdk/client-pricing'))
  const client = session.client('pricing', region, (config) => new sdk.PricingClient(config))
  const answer = await session.call(
    action,
    region,
    () =>
      client.send(
        new sdk.GetProductsCommand({
          ServiceCode: service,
          FormatVersion: 'aws_v1',
          Filters: Object.entries(filters).map(([Field, Value]) => ({ Type: 'TERM_MATCH' as const, Field, Value })),
          MaxResults: size,
          NextToken: token,
        }),
      ),
    limits,
  )
  const { PriceList, NextToken } = parseAnswer(action, answerSchema, answer)
  return { PriceList, NextToken: NextToken ?? undefined }
}

/** The price list has addresses in few regions, and answers for all regions of its partition. */
function regionOf({ homeRegion }: AwsSession): string {
  const partition = partitionOf(homeRegion)
  if (partition === 'aws-us-gov')
    throw new SyncFailure(
      'not_enabled',
      'AWS GovCloud has no address of the AWS Price List, so that the prices that come with Kept are used.',
      { action },
    )
  return partition === 'aws-cn' ? 'cn-northwest-1' : 'us-east-1'
}

/** One request, as a check sends it. */
export async function probePrices(session: AwsSession): Promise<void> {
  await getProducts(session, { service: 'AmazonEC2', filters: { instanceType: 't3.micro' }, size: 1 })
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The price of a SKU, as the Cloud Billing Catalog writes it: units and billionths of a currency, by tiers of usage. */
import { describeProduct, type ListPrice, type PricedProduct } from '@kept/domain/list-price.ts'
import { compare } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import type { PriceOffer } from '../../../live-prices.ts'

const text = z.string()
/** cloud.google.com/billing/docs/reference/rest/v1/services.skus. What is zero may be left out. */
const schema = z.array(
  z.object({
    effectiveTime: text,
    pricingExpression: z.object({
      usageUnit: text,
      tieredRates: z.array(
        z.object({
          startUsageAmount: z.number().default(0),
          unitPrice: z.object({
            currencyCode: text,
            // 64-bit numbers are texts.
            units: z.union([text.regex(/^-?\d+$/), z.int()]).default('0'),
            nanos: z.int().min(0).max(999_999_999).default(0),
          }),
        }),
      ),
    }),
  }),
)
type Rate = z.output<typeof schema>[number]['pricingExpression']['tieredRates'][number]

/** What a SKU costs, since when; a sentence when it is not as documented. */
export function readOffers(
  { skuId, pricingInfo }: { skuId: string; pricingInfo: unknown },
  product: PricedProduct,
  priceList: ListPrice['price_list'],
): { offers: PriceOffer[] } | { rejected: string } {
  const parsed = schema.safeParse(pricingInfo)
  if (!parsed.success) {
    const field = ['pricingInfo', ...(parsed.error.issues[0]?.path ?? [])].join('.')
    return {
      rejected: `The ${priceList} has an entry for ${describeProduct(product)} that is not as documented: ${field}.`,
    }
  }
  const offers = parsed.data.flatMap(({ effectiveTime, pricingExpression: { usageUnit, tieredRates } }) => {
    const rate = chargedRate(tieredRates)
    return rate === undefined
      ? []
      : {
          price: amountOf(rate),
          unit: usageUnit,
          currency: rate.unitPrice.currencyCode,
          sku: skuId,
          effective_at: effectiveTime,
        }
  })
  return { offers }
}

/** The first that is charged: what is free belongs to the account, and one resource more is beyond it. */
function chargedRate(rates: readonly Rate[]): Rate | undefined {
  const sorted = rates.toSorted((first, second) => first.startUsageAmount - second.startUsageAmount)
  return sorted.find((rate) => compare(amountOf(rate), '0') > 0) ?? sorted[0]
}

function amountOf({ unitPrice: { units, nanos } }: Rate): string {
  return `${units}.${String(nanos).padStart(9, '0')}`
}

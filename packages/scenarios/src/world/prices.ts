/**
 * Prices of the world: public list prices in US dollars, of us-east-1, East US and us-central1, rounded as the
 * providers publish them. The same figures are used everywhere, which keeps the truth about planted waste simple.
 */
import { keysOf } from '@kept/foundation/keys.ts'
import { awsSkus } from './prices-aws.ts'
import { azureSkus } from './prices-azure.ts'
import { gcpSkus } from './prices-gcp.ts'
import type { Sku } from './sku.ts'

const skus = { ...awsSkus, ...azureSkus, ...gcpSkus }

export type SkuName = keyof typeof skus

export const skuNames = keysOf(skus)

export function skuOf(name: SkuName): Sku {
  return skus[name]
}

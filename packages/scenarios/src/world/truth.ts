/** The truth about planted waste, from the prices of the world. */
import { type SkuName, skuOf } from './prices.ts'
import type { PlantedWaste, Resource } from './world.ts'

/** The cost of units of a price in 30 days in an account, after its contract discount. */
export function monthOf(
  sku: SkuName,
  unitsPerMonth: number,
  { billingAccount }: { billingAccount: { discountPercent: number } },
): number {
  return Number(skuOf(sku).price) * unitsPerMonth * (1 - billingAccount.discountPercent / 100)
}

/** The truth within a few percent: billing in thirtieths and noise change the figure by that much. */
export function withTolerance(amount: number, low = amount, high = amount): { low: number; high: number } {
  return { low: low * 0.97, high: Math.max(amount, high) * 1.03 }
}

export function wasteOf(
  resource: Resource,
  rule: string,
  saving: PlantedWaste['saving'],
  reason: string,
): PlantedWaste {
  const { id, account, region } = resource
  return { rule, resourceId: id, account, region: region.id, currency: account.currency, saving, reason }
}

/** The truth about planted waste, from the prices the world is charged at. */
import { type SkuName, skuOf } from './prices.ts'
import type { PlantedWaste, Resource } from './world.ts'

/** What units of a price cost in 30 days in an account, after its contract. */
export function monthOf(
  sku: SkuName,
  unitsPerMonth: number,
  { billingAccount }: { billingAccount: { discountPercent: number } },
): number {
  return Number(skuOf(sku).price) * unitsPerMonth * (1 - billingAccount.discountPercent / 100)
}

/** The truth within a band of a few percent: billing in thirtieths and noise move the figure by that much. */
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

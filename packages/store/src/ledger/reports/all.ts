/** Every named report, in the order a list shows them. */
import { accountEntities } from './account-entities.ts'
import { commitmentPurchases } from './commitment-purchases.ts'
import { componentUsage } from './component-usage.ts'
import { computeResources } from './compute-resources.ts'
import { contractedSavings } from './contracted-savings.ts'
import type { Report } from './define-report.ts'
import { discountCheck } from './discount-check.ts'
import { effectiveSavingsRate } from './effective-savings-rate.ts'
import { marketplaceVendors } from './marketplace-vendors.ts'
import { pricingCurrencyBreakdown } from './pricing-currency-breakdown.ts'
import { pricingCurrencyBurn } from './pricing-currency-burn.ts'
import { pricingCurrencyTargets } from './pricing-currency-targets.ts'
import { skuCosts } from './sku-costs.ts'
import { tagCoverage } from './tag-coverage.ts'
import { unitEconomics } from './unit-economics.ts'
import { unusedCommitments } from './unused-commitments.ts'

export const reports: readonly Report[] = [
  effectiveSavingsRate,
  unusedCommitments,
  commitmentPurchases,
  discountCheck,
  tagCoverage,
  unitEconomics,
  componentUsage,
  computeResources,
  skuCosts,
  marketplaceVendors,
  accountEntities,
  contractedSavings,
  pricingCurrencyBurn,
  pricingCurrencyTargets,
  pricingCurrencyBreakdown,
]

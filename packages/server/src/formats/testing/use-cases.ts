/**
 * The FOCUS use-case library by number and title. Source: FinOps Foundation, FOCUS Use Case Library,
 * https://focus.finops.org/use-cases/, licensed CC BY 4.0. What covers each is in use-case-answers.ts.
 */
export interface UseCase {
  n: number
  /** Its page is https://focus.finops.org/use-case/<slug>/. */
  slug: string
  title: string
}

export const useCases: readonly UseCase[] = [
  {
    n: 1,
    slug: 'understand-the-billing-account-or-sub-account-entity',
    title: 'Understand the billing account or sub account entity',
  },
  { n: 2, slug: 'identify-sources-of-billed-cost', title: 'Identify sources of billed cost' },
  { n: 3, slug: 'analyze-credit-memos', title: 'Analyze credit memos' },
  {
    n: 4,
    slug: 'verify-accuracy-of-provider-invoices-aka-invoice-reconciliation',
    title: 'Verify accuracy of provider invoices aka invoice reconciliation',
  },
  {
    n: 5,
    slug: 'calculate-average-rate-of-a-component-resource',
    title: 'Calculate average rate of a component resource',
  },
  { n: 6, slug: 'quantify-usage-of-a-component-resource', title: 'Quantify usage of a component resource' },
  { n: 7, slug: 'calculate-unit-economics', title: 'Calculate unit economics' },
  {
    n: 8,
    slug: 'calculate-consumption-of-virtual-currency-within-a-billing-period',
    title: 'Calculate consumption of virtual currency within a billing period',
  },
  { n: 9, slug: 'determine-target-of-virtual-currency-usage', title: 'Determine target of virtual currency usage' },
  { n: 10, slug: 'analyze-effective-cost-by-pricing-currency', title: 'Analyze effective cost by pricing currency' },
  { n: 11, slug: 'analyze-purchase-of-virtual-currency', title: 'Analyze purchase of virtual currency' },
  {
    n: 12,
    slug: 'determine-contracted-savings-by-virtual-currency',
    title: 'Determine contracted savings by virtual currency',
  },
  { n: 13, slug: 'analyze-tag-coverage', title: 'Analyze tag coverage' },
  {
    n: 14,
    slug: 'analyze-the-different-metered-costs-for-a-particular-sku',
    title: 'Analyze the different metered costs for a particular SKU',
  },
  {
    n: 15,
    slug: 'report-costs-by-service-category-and-subcategory',
    title: 'Report costs by service category and subcategory',
  },
  {
    n: 16,
    slug: 'analyze-capacity-reservations-on-compute-costs',
    title: 'Analyze capacity reservations on compute costs',
  },
  { n: 17, slug: 'identify-unused-capacity-reservations', title: 'Identify unused capacity reservations' },
  {
    n: 18,
    slug: 'corrections-by-subaccount',
    title: 'Report corrections by subaccount for a previously invoiced billing period',
  },
  {
    n: 19,
    slug: 'recurring-commitment-charges',
    title: 'Report recurring charges for commitment-based discounts over a period',
  },
  { n: 20, slug: 'costs-service-name', title: 'Analyze costs by service name' },
  {
    n: 21,
    slug: 'report-spending-across-billing-periods-by-service-category',
    title: 'Report spending across billing periods for a provider by service category',
  },
  { n: 22, slug: 'analyze-service-costs-by-region', title: 'Analyze service costs by region' },
  {
    n: 23,
    slug: 'report-service-costs-by-providers-subaccount',
    title: 'Report service costs by providers subaccount',
  },
  { n: 24, slug: 'service-costs-month-over-month', title: 'Analyze service costs month over month' },
  { n: 25, slug: 'application-cost', title: 'Report application cost month over month' },
  { n: 26, slug: 'resource-component-costs', title: 'Analyze costs of components of a resource' },
  { n: 27, slug: 'costs-service-category', title: 'Report costs by service category' },
  { n: 28, slug: 'report-corrections', title: 'Report corrections for a previously invoiced billing period' },
  { n: 29, slug: 'effective-cost-compute', title: 'Report effective cost of compute' },
  { n: 30, slug: 'commitment-discount-purchases', title: 'Report commitment discount purchases' },
  { n: 31, slug: 'effective-savings-rate-services', title: 'Determine Effective Savings Rate by Service' },
  { n: 32, slug: 'effective-savings-rate', title: 'Determine Effective Savings Rate' },
  { n: 33, slug: 'resource-costs-sku', title: 'Analyze resource costs by SKU' },
  { n: 34, slug: 'marketplace-vendors-costs', title: 'Analyze marketplace vendors costs' },
  { n: 35, slug: 'cost-compute-subaccount', title: 'Analyze cost per compute service for a subaccount' },
  { n: 36, slug: 'costs-by-availability-zone', title: 'Analyze costs by availability zone for a subaccount' },
  {
    n: 37,
    slug: 'daily-anomaly-services',
    title: 'Identify anomalous daily spending by subaccount, region, and service',
  },
  { n: 38, slug: 'daily-anomaly-region', title: 'Identify anomalous daily spending by subaccount and region' },
  { n: 39, slug: 'daily-anomaly-subaccount', title: 'Identify anomalous daily spending by subaccount' },
  { n: 40, slug: 'update-application-budgets', title: 'Update budgets for each application' },
  { n: 41, slug: 'update-budgets', title: 'Update budgets with billed costs' },
  { n: 42, slug: 'report-subaccount-regions', title: 'Report subaccounts by region' },
  { n: 43, slug: 'forecast-costs', title: 'Get historical usage and rates to enable cost forecasting' },
  {
    n: 44,
    slug: 'forecast-cashflow',
    title: 'Forecast cashflow month over month based on historical trends by service',
  },
  {
    n: 45,
    slug: 'forecast-amortized-costs',
    title: 'Forecast amortized costs month over month based on historical trends',
  },
  { n: 46, slug: 'verify-discounts-applied', title: 'Verify discount accuracy for previously invoiced billing period' },
  { n: 47, slug: 'verify-service-charges', title: 'Verify accuracy of services charges across providers' },
  { n: 48, slug: 'verify-invoices', title: 'Verify accuracy of provider invoices' },
  { n: 49, slug: 'compare-usage-month-over-month', title: 'Compare resource usage month over month' },
  { n: 50, slug: 'service-costs-subaccount', title: 'Analyze service costs by subaccount' },
  { n: 51, slug: 'identify-unused-commitments', title: 'Identify unused commitments' },
  { n: 52, slug: 'allocate-application-multi-currency', title: 'Allocate multi-currency charges per application' },
  { n: 53, slug: 'compare-billed-budget', title: 'Compare billed cost per subaccount to budget' },
]

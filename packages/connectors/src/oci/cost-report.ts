/**
 * Oracle Cloud cost report. `cost/myCost` is the contracted cost of the usage, and the only cost that every report has;
 * `cost/myCostOverage` is the part beyond a prepaid commitment and is stored unchanged.
 */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import {
  amountColumn,
  first,
  literal,
  lookup,
  oneOf,
  startOfMonth,
  startOfNextMonth,
  tagColumns,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
  when,
} from '@kept/domain/mapping.ts'
import regions from './regions.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }

const categories = (index: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(services).map(([service, facts]) => [service, facts[index] ?? '']))

export const ociCostReport: BillFormat = {
  id: 'oci-cost-report',
  label: 'Oracle Cloud cost report',
  dataset: 'cost_and_usage',
  signature: {
    all: ['lineItem/intervalUsageStart', 'product/service', 'cost/myCost'],
    noneOf: ['BilledCost'],
  },
  rank: 30,
  mapping: {
    columns: {
      AvailabilityZone: textColumn('product/availabilityDomain'),
      BilledCost: amountColumn('cost/myCost'),
      BillingAccountId: textColumn(first('cost/subscriptionId', 'lineItem/tenantId')),
      BillingCurrency: textColumn('cost/currencyCode'),
      BillingPeriodStart: timeColumn(startOfMonth(time('lineItem/intervalUsageStart'))),
      BillingPeriodEnd: timeColumn(startOfNextMonth(time('lineItem/intervalUsageStart'))),
      ChargeCategory: textColumn(literal('Usage')),
      ChargeClass: textColumn(
        when([{ if: oneOf('lineItem/isCorrection', 'true', 'TRUE'), use: literal('Correction') }], literal('')),
      ),
      ChargeDescription: textColumn('product/Description'),
      ChargeFrequency: textColumn(literal('Usage-Based')),
      ChargePeriodStart: timeColumn(time('lineItem/intervalUsageStart')),
      ChargePeriodEnd: timeColumn(time('lineItem/intervalUsageEnd')),
      ConsumedQuantity: amountColumn('usage/billedQuantity'),
      ConsumedUnit: textColumn('cost/skuUnitDescription'),
      ContractedCost: amountColumn('cost/myCost'),
      ContractedUnitPrice: amountColumn('cost/unitPrice'),
      EffectiveCost: amountColumn('cost/myCost'),
      HostProviderName: textColumn(literal('Oracle')),
      InvoiceIssuerName: textColumn(literal('Oracle')),
      PricingCategory: textColumn(literal('Standard')),
      PricingQuantity: amountColumn('usage/billedQuantity'),
      PricingUnit: textColumn('cost/skuUnitDescription'),
      ProviderName: textColumn(literal('Oracle')),
      PublisherName: textColumn(literal('Oracle')),
      RegionId: textColumn('product/region'),
      RegionName: textColumn(lookup('product/region', regions, literal(''))),
      ResourceId: textColumn('product/resourceId'),
      // "ocid1.instance.oc1.…" is of type "instance".
      ResourceType: textColumn({
        from: 'extract',
        text: first('product/resourceId'),
        pattern: '^ocid1\\.([a-z0-9]+)\\.',
      }),
      ServiceCategory: textColumn(lookup('product/service', categories(0), literal('Other'))),
      ServiceName: textColumn('product/service'),
      ServiceProviderName: textColumn(literal('Oracle')),
      ServiceSubcategory: textColumn(lookup('product/service', categories(1), literal('Other (Other)'))),
      SkuId: textColumn('cost/productSku'),
      SkuMeter: textColumn('product/Description'),
      SkuPriceId: textColumn('cost/productSku'),
      SubAccountId: textColumn('lineItem/tenantId'),
      Tags: tagsColumn(tagColumns('tags/')),
    },
    required: [['cost/myCost'], ['lineItem/intervalUsageStart'], ['cost/currencyCode']],
  },
}

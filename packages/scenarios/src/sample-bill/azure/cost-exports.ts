/** Azure's cost exports: for each month one file with actual and one with amortized cost, in one of their notations. */
import { multiply } from '@kept/foundation/decimal.ts'
import type { ColumnType, FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'
import { type AzureMetric, azureLines } from './cost-lines.ts'
import { type AzureVariant, type AzureVariantKey, azureVariants, englishOf } from './variants.ts'

export function azureTables(
  world: SampleWorld,
  metrics: readonly AzureMetric[],
  key: AzureVariantKey = 'enterprise',
): SampleTable[] {
  const variant: AzureVariant = azureVariants[key]
  const sources = new Map(variant.columns.map((name) => [name, sourceOf(name)]))
  return monthsOf(world).flatMap((month) =>
    metrics.map((metric) => ({
      name: `${metric}-cost-${month.slice(0, 7)}`,
      month,
      columns: variant.columns.map((name) => ({ name, type: typeOf(sources.get(name) ?? '') })),
      byteOrderMark: variant.byteOrderMark,
      rows: function* (): Generator<FlatRow> {
        for (const line of azureLines(world, month, metric)) {
          const cells = { ...line, ...pricingCells(line), ...writtenCells(line, variant) }
          yield Object.fromEntries([...sources].map(([name, source]) => [name, cells[source] ?? '']))
        }
      },
    })),
  )
}

/** Synonyms of cell names. */
const synonyms: Record<string, string> = {
  billingcurrencycode: 'BillingCurrency',
  costinbillingcurrency: 'Cost',
  costinusd: 'CostInPricingCurrency',
  currency: 'BillingCurrency',
  instanceid: 'ResourceId',
  instancename: 'ResourceId',
  invoicesection: 'InvoiceSectionName',
  location: 'ResourceLocation',
  paygcostinusd: 'PaygCostInPricingCurrency',
  pretaxcost: 'Cost',
  productid: 'PartNumber',
  productname: 'Product',
  resourcegroupname: 'ResourceGroup',
  resourcerate: 'EffectivePrice',
  serviceperiodenddate: 'Date',
  serviceperiodstartdate: 'Date',
  servicename: 'MeterCategory',
  servicetier: 'MeterSubCategory',
  subscriptionguid: 'SubscriptionId',
  usagedatetime: 'Date',
  usagequantity: 'Quantity',
}

const cellNames = [
  ...azureVariants.enterprise.columns,
  ...['CostInPricingCurrency', 'ExchangeRateDate', 'ExchangeRatePricingToBilling', 'InvoiceId', 'InvoiceSectionName'],
  ...['PaygCostInBillingCurrency', 'PricingCurrency', 'Provider', 'ResourceType'],
]
const cellOf = new Map(cellNames.map((name) => [name.toLowerCase(), name]))

function sourceOf(column: string): string {
  const name = englishOf(column).toLowerCase()
  return synonyms[name] ?? cellOf.get(name) ?? ''
}

/** Azure prices in dollars; a euro costs 1.25 dollars here. */
function pricingCells(line: FlatRow): FlatRow {
  const rate = line.BillingCurrency === 'EUR' ? '0.8' : '1'
  const inDollars = (amount: string | undefined) =>
    amount === undefined || amount === '' ? '' : multiply(amount, rate === '1' ? '1' : '1.25')
  return {
    PricingCurrency: 'USD',
    ExchangeRatePricingToBilling: rate,
    ExchangeRateDate: line.BillingPeriodStartDate ?? '',
    CostInPricingCurrency: inDollars(line.Cost),
    PaygCostInPricingCurrency: inDollars(line.PaygCostInBillingCurrency),
    Provider: 'Azure',
  }
}

function writtenCells(line: FlatRow, { dates, tags, columns }: AzureVariant): FlatRow {
  const rate = line.BillingCurrency === 'EUR' && columns.includes('pricingCurrency') ? '1.25' : '1'
  const dateNames = ['Date', 'BillingPeriodStartDate', 'BillingPeriodEndDate', 'ExchangeRateDate']
  return {
    ...Object.fromEntries(dateNames.map((name) => [name, dateText(line[name] ?? '', dates)])),
    // Where there is a pricing currency, prices are in it.
    UnitPrice: multiply(line.UnitPrice || '0', rate),
    PayGPrice: multiply(line.PayGPrice || '0', rate),
    Tags: tags === 'members' ? (line.Tags ?? '').slice(1, -1) : (line.Tags ?? ''),
  }
}

function dateText(iso: string, dates: AzureVariant['dates']): string {
  if (iso === '') return ''
  switch (dates) {
    case 'american':
      return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
    case 'iso':
      return iso
    case 'iso_time':
      return `${iso} 00:00:00`
  }
}

function typeOf(source: string): ColumnType {
  if (/Date$/.test(source)) return 'time'
  return /(?:^Cost|CostIn|Quantity$|Price$)/.test(source) && source !== 'CostCenter' ? 'amount' : 'text'
}

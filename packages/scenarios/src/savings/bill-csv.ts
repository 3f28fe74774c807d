/** Lines that savings are calculated from, as a FOCUS bill: what a customer would check a statement against. */
import type { FocusColumn } from '@kept/domain/focus-columns.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { fromHour, hoursOfMonth, monthOfHour } from '@kept/foundation/calendar/hour.ts'
import { csvPieces } from '../bill/csv.ts'
import type { BillRow, FocusValues } from '../bill/row.ts'

const columns: FocusColumn[] = [
  'BilledCost',
  'BillingAccountId',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'CommitmentDiscountId',
  'CommitmentDiscountStatus',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'ResourceId',
  'ServiceName',
  'SkuId',
  'SkuPriceId',
]

const describingColumns: FocusColumn[] = ['RegionId', 'ResourceName', 'SkuPriceDetails', 'SubAccountId', 'Tags']

/** Other values of a resource on the bill: tags as a JSON object. */
export type Descriptions = Readonly<Record<string, FocusValues>>

/** Text of about 64 KB at a time; the bill of ten thousand machines is a gigabyte. */
export function savingsBillCsv(
  lines: Iterable<SavingsLine>,
  currency = 'USD',
  descriptions?: Descriptions,
): Generator<string> {
  return csvPieces(rowsOf(lines, currency, descriptions), [...columns, ...(descriptions ? describingColumns : [])])
}

function* rowsOf(lines: Iterable<SavingsLine>, currency: string, descriptions?: Descriptions): Generator<BillRow> {
  const months = new Map<Month, FocusValues>()
  const instants = new Map<number, string>()
  const instant = (hour: number) => {
    const instantText = instants.get(hour) ?? fromHour(hour)
    instants.set(hour, instantText)
    return instantText
  }
  let month: { name: Month; from: number; to: number } | undefined
  for (const line of lines) {
    if (!month || line.hour < month.from || line.hour >= month.to) {
      const name = monthOfHour(line.hour)
      month = { name, ...hoursOfMonth(name) }
    }
    const fixed = months.get(month.name) ?? fixedOf(month, currency)
    months.set(month.name, fixed)
    yield {
      fixed,
      varying: {
        BilledCost: line.effective,
        ChargeClass: line.correction ? 'Correction' : '',
        ChargePeriodStart: instant(line.hour),
        ChargePeriodEnd: instant(line.hour + line.hours),
        CommitmentDiscountId: line.commitment ?? '',
        CommitmentDiscountStatus: line.status ?? '',
        ContractedCost: line.contracted,
        ContractedUnitPrice: line.price ?? '',
        EffectiveCost: line.effective,
        ListCost: line.contracted,
        PricingQuantity: line.quantity,
        ResourceId: line.resource,
        SkuId: line.sku,
        SkuPriceId: line.sku,
        ...descriptions?.[line.resource],
      },
    }
  }
}

function fixedOf({ from, to }: { from: number; to: number }, currency: string): FocusValues {
  return {
    BillingAccountId: '111122223333',
    BillingCurrency: currency,
    BillingPeriodStart: fromHour(from),
    BillingPeriodEnd: fromHour(to),
    ChargeCategory: 'Usage',
    PricingUnit: 'Hours',
    ProviderName: 'AWS',
    ServiceName: 'Amazon Elastic Compute Cloud',
  }
}

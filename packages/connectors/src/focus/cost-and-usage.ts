/** FOCUS itself, 1.0 to 1.4: every column is its own source. */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import {
  type ColumnKind,
  type FocusColumn,
  type FocusVersion,
  focusColumnNames,
  focusColumns,
} from '@kept/domain/focus-columns.ts'
import {
  amountColumn,
  exclusiveEnd,
  first,
  firstAmount,
  firstTime,
  type MappedColumn,
  type Mapping,
  mapColumn,
  startOfNextMonth,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
} from '@kept/domain/mapping.ts'

const identity: Record<ColumnKind, (name: string) => MappedColumn> = {
  text: textColumn,
  long_text: textColumn,
  json: textColumn,
  amount: amountColumn,
  number: amountColumn,
  time: (name) => timeColumn(exclusiveEnd(time(name))),
  tags: (name) => tagsColumn(mapColumn(name)),
}

const mapping: Mapping<FocusColumn> = {
  columns: {
    ...Object.fromEntries(focusColumnNames.map((name) => [name, identity[focusColumns[name].kind](name)])),
    // 1.3 split ProviderName into service provider and host provider, 1.4 dropped it: queries use the service provider.
    ServiceProviderName: textColumn(first('ServiceProviderName', 'ProviderName', 'Provider')),
    // Oracle Cloud still writes the names of the 1.0 preview.
    ProviderName: textColumn(first('ProviderName', 'Provider')),
    PublisherName: textColumn(first('PublisherName', 'Publisher')),
    InvoiceIssuerName: textColumn(first('InvoiceIssuerName', 'InvoiceIssuer')),
    BillingPeriodStart: timeColumn(time('BillingPeriodStart')),
    ChargePeriodStart: timeColumn(time('ChargePeriodStart')),
    // Some exports have the last day of the month where FOCUS requires the first of the next.
    BillingPeriodEnd: timeColumn(
      firstTime(exclusiveEnd(time('BillingPeriodEnd'), 'of_month'), startOfNextMonth(time('BillingPeriodStart'))),
    ),
    // Provider-specific x_ columns from before FOCUS had a column for them, and the names of the 1.0 preview.
    InvoiceId: textColumn(first('InvoiceId', 'x_InvoiceId')),
    SkuMeter: textColumn(first('SkuMeter', 'x_SkuMeterName', 'x_UsageType')),
    RegionId: textColumn(first('RegionId', 'Region')),
    ConsumedQuantity: amountColumn(firstAmount('ConsumedQuantity', 'UsageQuantity')),
    ConsumedUnit: textColumn(first('ConsumedUnit', 'UsageUnit')),
  },
  required: [
    ['BilledCost'],
    ['EffectiveCost'],
    ['BillingPeriodStart'],
    ['ChargePeriodStart'],
    ['ChargePeriodEnd'],
    ['ChargeCategory'],
  ],
  needed: ['BilledCost', 'EffectiveCost', 'BillingPeriodStart', 'ChargePeriodStart', 'ChargePeriodEnd'],
}

function focusFormat(version: FocusVersion, rank: number, introduced: FocusColumn[]): BillFormat {
  return {
    id: `focus-${version}`,
    label: `FOCUS ${version}`,
    dataset: 'cost_and_usage',
    signature: {
      all: ['BilledCost', 'ChargePeriodStart', 'ChargeCategory'],
      anyOf: introduced.length > 0 ? [introduced] : [],
    },
    rank,
    mapping,
  }
}

/** Versions are distinguished by the columns each added; 1.4 by one of its own or by the missing ProviderName. */
export const focusCostAndUsage: BillFormat[] = [
  focusFormat('1.0', 10, []),
  focusFormat('1.1', 11, introducedIn('1.1')),
  focusFormat('1.2', 12, introducedIn('1.2')),
  focusFormat('1.3', 13, introducedIn('1.3')),
  focusFormat('1.4', 14, introducedIn('1.4')),
]

function introducedIn(version: FocusVersion): FocusColumn[] {
  return focusColumnNames.filter((name) => focusColumns[name].since === version)
}

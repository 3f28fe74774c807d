/**
 * Worked example 6 as each provider would bill it: a machine at 0.096 an hour runs since August and is covered by a
 * commitment at 0.06; it ends on September 9, and for some hours afterwards another machine uses the commitment.
 * Small bills by hand, so that the arithmetic can be followed on paper.
 */
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'

const { from: september, to: october } = hoursOfMonth('2026-09')
const { from: august } = hoursOfMonth('2026-08')
/** The hour in which the machine ends; 528 hours of the month are left. */
export const endHour = september + 8 * 24
const machine = {
  aws: 'i-ended',
  azure: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/ended',
  google: '//compute.googleapis.com/projects/1/zones/us-central1-a/instances/ended',
}

type Row = Record<string, string>
interface Slot {
  /** First hour and length. */
  hour: number
  hours: number
  /** Which machine, and whether the commitment covers it; null: the commitment lay unused. */
  resource: 'ended' | 'other' | null
  covered: boolean
}

/** What ran in slots of an hour or a day. */
function slots(hours: 1 | 24, reusedHours: number): Slot[] {
  return Array.from({ length: (october - august) / hours }, (_, index) => august + index * hours).flatMap((hour) => {
    const reused = hour >= endHour && hour < endHour + reusedHours
    const first: Slot = { hour, hours, resource: hour < endHour ? 'ended' : null, covered: true }
    const other: Slot = { hour, hours, resource: 'other', covered: reused }
    return reused ? [other] : [first, other]
  })
}

const times = (price: string, hours: number) => String((Number(price) * 1e6 * hours) / 1e6)

function csvOf(rows: Row[]): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))]
    .map((cells) => csvDataLine(cells, '\n'))
    .join('')
}

const monthOf = (hour: number) =>
  hour < september ? { from: august, to: september } : { from: september, to: october }

/** FOCUS: the unused part in usage rows of its own, hour by hour. */
function focus(reused: number): string {
  return csvOf(
    slots(1, reused).map(({ hour, resource, covered }) => {
      const used = resource !== null
      return {
        ...{ BillingAccountId: '1', BillingCurrency: 'USD', ProviderName: 'AWS', ServiceName: 'Amazon EC2' },
        BillingPeriodStart: fromHour(monthOf(hour).from),
        BillingPeriodEnd: fromHour(monthOf(hour).to),
        ChargePeriodStart: fromHour(hour),
        ChargePeriodEnd: fromHour(hour + 1),
        ...{ ChargeCategory: 'Usage', ChargeFrequency: 'Usage-Based', BilledCost: used && !covered ? '0.096' : '0' },
        EffectiveCost: covered ? '0.06' : '0.096',
        ContractedCost: used ? '0.096' : '0',
        ListCost: used ? '0.096' : '0',
        ContractedUnitPrice: used ? '0.096' : '',
        PricingQuantity: used ? '1' : '0',
        ResourceId: resource === null ? 'ri-old' : `i-${resource}`,
        ...{ SkuId: 'large', SkuPriceId: 'large.od' },
        CommitmentDiscountId: covered ? 'ri-old' : '',
        CommitmentDiscountStatus: covered ? (used ? 'Used' : 'Unused') : '',
      }
    }),
  )
}

/** Legacy Cost and Usage Report with a reservation: the unused part of a month on its one fee row. */
function curReservation(reused: number): Row[] {
  const all = slots(1, reused)
  const usage = all
    .filter(({ resource }) => resource !== null)
    .map(({ hour, resource, covered }): Row => {
      return {
        ...curCommon(hour),
        'lineItem/LineItemType': covered ? 'DiscountedUsage' : 'Usage',
        'lineItem/UsageStartDate': fromHour(hour),
        'lineItem/UsageEndDate': fromHour(hour + 1),
        ...{ 'lineItem/UsageType': 'BoxUsage:m5.large', 'lineItem/ResourceId': `i-${resource}` },
        ...{ 'lineItem/UsageAmount': '1', 'lineItem/UnblendedRate': covered ? '0' : '0.096' },
        'lineItem/UnblendedCost': covered ? '0' : '0.096',
        ...{
          'pricing/publicOnDemandCost': '0.096',
          'pricing/publicOnDemandRate': '0.096',
          'pricing/RateCode': 'large.od',
        },
        'reservation/ReservationARN': covered ? 'ri-old' : '',
        'reservation/EffectiveCost': covered ? '0.06' : '',
      }
    })
  const fees = [august, september].map((hour): Row => {
    const { from, to } = monthOf(hour)
    const unused = all.filter((slot) => slot.resource === null && slot.hour >= from && slot.hour < to).length
    return {
      ...curCommon(hour),
      'lineItem/LineItemType': 'RIFee',
      'lineItem/UsageStartDate': fromHour(from),
      'lineItem/UsageEndDate': fromHour(to).replace('00:00:00Z', '00:00:00Z'),
      ...{ 'lineItem/UsageType': 'HeavyUsage:m5.large', 'lineItem/UsageAmount': String(to - from) },
      'lineItem/UnblendedCost': times('0.06', to - from),
      'reservation/ReservationARN': 'ri-old',
      'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod': times('0.02', unused),
      'reservation/UnusedRecurringFee': times('0.04', unused),
    }
  })
  return [...fees, ...usage]
}

/** The same with a savings plan: covered usage, its negation, and a fee row for each hour. */
function curSavingsPlan(reused: number): Row[] {
  return slots(1, reused).flatMap(({ hour, resource, covered }): Row[] => {
    const common = {
      ...curCommon(hour),
      'lineItem/UsageStartDate': fromHour(hour),
      'lineItem/UsageEndDate': fromHour(hour + 1),
    }
    const used: Row = {
      ...common,
      'lineItem/LineItemType': covered ? 'SavingsPlanCoveredUsage' : 'Usage',
      ...{ 'lineItem/UsageType': 'BoxUsage:m5.large', 'lineItem/ResourceId': `i-${resource}` },
      ...{ 'lineItem/UsageAmount': '1', 'lineItem/UnblendedRate': '0.096', 'lineItem/UnblendedCost': '0.096' },
      ...{
        'pricing/publicOnDemandCost': '0.096',
        'pricing/publicOnDemandRate': '0.096',
        'pricing/RateCode': 'large.od',
      },
      'savingsPlan/SavingsPlanARN': covered ? 'sp-old' : '',
      'savingsPlan/SavingsPlanEffectiveCost': covered ? '0.06' : '',
    }
    const fee: Row = {
      ...common,
      'lineItem/LineItemType': 'SavingsPlanRecurringFee',
      ...{ 'lineItem/UsageType': 'ComputeSP:1yrPartialUpfront', 'lineItem/ResourceId': 'sp-old' },
      ...{ 'lineItem/UsageAmount': '1', 'lineItem/UnblendedCost': '0.04', 'savingsPlan/SavingsPlanARN': 'sp-old' },
      ...{
        'savingsPlan/TotalCommitmentToDate': '0.06',
        'savingsPlan/UsedCommitment': resource === null ? '0' : '0.06',
      },
    }
    const negation: Row = {
      ...used,
      ...{ 'lineItem/LineItemType': 'SavingsPlanNegation', 'lineItem/UnblendedCost': '-0.096' },
    }
    if (!covered) return [used]
    return resource === null ? [fee] : [used, negation, fee]
  })
}

function curCommon(hour: number): Row {
  return {
    ...{ 'identity/LineItemId': '', 'bill/PayerAccountId': '1', 'lineItem/UsageAccountId': '2' },
    'bill/BillingPeriodStartDate': fromHour(monthOf(hour).from),
    'bill/BillingPeriodEndDate': fromHour(monthOf(hour).to),
    ...{ 'lineItem/CurrencyCode': 'USD', 'lineItem/ProductCode': 'AmazonEC2', 'pricing/unit': 'Hrs' },
  }
}

/** The columns of 2.0, with the product map that marks it. */
function asCur2(rows: Row[]): Row[] {
  const snake = (name: string) =>
    name
      .replace('/', '_')
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
  return rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).map(([name, cell]) => [snake(name), cell])),
    product: '{"instance_type":"m5.large"}',
  }))
}

/** Azure's amortized export, by the day: what lay unused is a charge type of its own. */
function azure(reused: number, kind: 'Reservation' | 'SavingsPlan'): string {
  const benefit =
    kind === 'Reservation'
      ? '/providers/Microsoft.Capacity/reservationOrders/o/reservations/r'
      : '/providers/Microsoft.BillingBenefits/savingsPlanOrders/o/savingsPlans/s'
  return csvOf(
    slots(24, reused).map(({ hour, resource, covered }) => {
      const used = resource !== null
      const date = (hourIndex: number) => fromHour(hourIndex).slice(0, 10)
      return {
        ...{ BillingAccountId: '1', BillingCurrencyCode: 'USD', SubscriptionId: 's', MeterId: 'large-meter' },
        BillingPeriodStartDate: date(monthOf(hour).from),
        BillingPeriodEndDate: date(monthOf(hour).to - 24),
        ...{ Date: date(hour), MeterCategory: 'Virtual Machines', MeterName: 'D2', UnitOfMeasure: '1 Hour' },
        ...{ Quantity: '24', UnitPrice: used ? '0.096' : '0', PayGPrice: '0.096', PartNumber: 'large.od' },
        CostInBillingCurrency: covered ? '1.44' : '2.304',
        ResourceId: used ? machine.azure.replace('ended', resource) : '',
        ChargeType: used ? 'Usage' : `Unused${kind}`,
        Frequency: 'UsageBased',
        PricingModel: covered ? kind : 'OnDemand',
        BenefitId: covered ? benefit : '',
      }
    }),
  )
}

/** Azure's actual export alone: covered usage at nothing, and no word of what lay unused. */
function azureActual(reused: number): string {
  return azure(reused, 'Reservation')
    .split('\n')
    .filter((line) => !line.includes('UnusedReservation'))
    .join('\n')
    .replaceAll(',1.44,', ',0,')
}

/** Google Cloud: a fee row for each hour, covered usage at its price with a credit of as much. */
function google(reused: number): string {
  return csvOf(
    slots(1, reused).flatMap(({ hour, resource, covered }): Row[] => {
      const common = {
        ...{ billing_account_id: '1', 'service.description': 'Compute Engine', 'project.id': 'p', currency: 'USD' },
        usage_start_time: fromHour(hour),
        usage_end_time: fromHour(hour + 1),
        'location.region': 'us-central1',
        'invoice.month': fromHour(monthOf(hour).from).slice(0, 7).replace('-', ''),
        cost_type: 'regular',
      }
      const credit = [{ name: 'Committed Usage Discount: CPU', amount: -0.096, type: 'COMMITTED_USAGE_DISCOUNT' }]
      const usage: Row = {
        ...common,
        ...{ 'sku.id': 'core', 'sku.description': 'N2 Instance Core running in Americas', cost: '0.096' },
        credits: JSON.stringify(covered ? credit : []),
        ...{ 'usage.amount_in_pricing_units': '1', 'usage.pricing_unit': 'hour', 'price.effective_price': '0.096' },
        'resource.global_name': `//compute.googleapis.com/projects/1/zones/us-central1-a/instances/${resource}`,
        'resource.name': resource ?? '',
      }
      const fee: Row = {
        ...common,
        ...{ 'sku.id': 'fee', 'sku.description': 'Commitment v1: N2 Cpu in Americas for 1 Year', cost: '0.06' },
        credits: '[]',
        ...{ 'usage.amount_in_pricing_units': '1', 'usage.pricing_unit': 'hour', 'subscription.instance_id': 'cud-1' },
      }
      if (!covered) return [usage]
      return resource === null ? [fee] : [usage, fee]
    }),
  )
}

export interface WrittenExample {
  format: string
  resource: string
  bill: string
}

export function writeExample(reusedHours: number): WrittenExample[] {
  const aws = { resource: machine.aws }
  const onAzure = { resource: machine.azure }
  return [
    { format: 'FOCUS', ...aws, bill: focus(reusedHours) },
    { format: 'AWS CUR legacy, reservation', ...aws, bill: csvOf(curReservation(reusedHours)) },
    { format: 'AWS CUR 2.0, reservation', ...aws, bill: csvOf(asCur2(curReservation(reusedHours))) },
    { format: 'AWS CUR legacy, savings plan', ...aws, bill: csvOf(curSavingsPlan(reusedHours)) },
    { format: 'AWS CUR 2.0, savings plan', ...aws, bill: csvOf(asCur2(curSavingsPlan(reusedHours))) },
    { format: 'Azure amortized, reservation', ...onAzure, bill: azure(reusedHours, 'Reservation') },
    { format: 'Azure amortized, savings plan', ...onAzure, bill: azure(reusedHours, 'SavingsPlan') },
    { format: 'Azure actual alone', ...onAzure, bill: azureActual(reusedHours) },
    { format: 'Google Cloud', resource: machine.google, bill: google(reusedHours) },
    {
      format: 'AWS CUR legacy of one account, reservation shared from another',
      ...aws,
      bill: csvOf(curReservation(reusedHours).filter((row) => row['lineItem/LineItemType'] !== 'RIFee')),
    },
  ]
}

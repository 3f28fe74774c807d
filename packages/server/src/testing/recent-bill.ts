/** For tests: a bill of the last thirty days, up to yesterday, with one line a day for each thing that is charged. */

import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'

export interface ChargedThing {
  resource_id: string
  meter: string
  unit: string
  service: string
  /** A day. */
  quantity?: number
}

const columns = [
  ...['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost', 'BillingCurrency', 'BillingAccountId'],
  ...['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'ChargeCategory'],
  ...['ChargeDescription', 'PricingCategory', 'PricingQuantity', 'PricingUnit', 'ProviderName', 'ServiceName'],
  ...['ServiceCategory', 'SubAccountId', 'RegionId', 'ResourceId', 'SkuMeter'],
]

/** In FOCUS, at ten dollars a day each. */
export function recentBill(
  things: readonly ChargedThing[],
  { provider, subAccount, region, nowMs }: { provider: string; subAccount: string; region: string; nowMs: number },
): string {
  const today = utcDay(nowMs)
  const lines = Array.from({ length: 30 }, (_, index) => addDays(today, index - 30)).flatMap((day) =>
    things.map(({ resource_id, meter, unit, service, quantity = 24 }) => {
      const month = `${day.slice(0, 7)}-01`
      const nextMonth = `${addDays(month, 32).slice(0, 7)}-01`
      const midnight = (date: string) => `${date}T00:00:00Z`
      return [
        ...[
          10,
          10,
          10,
          10,
          'USD',
          '4711',
          midnight(month),
          midnight(nextMonth),
          midnight(day),
          midnight(addDays(day, 1)),
        ],
        ...[
          'Usage',
          meter,
          'Standard',
          quantity,
          unit,
          provider,
          service,
          'Other',
          subAccount,
          region,
          resource_id,
          meter,
        ],
      ].join(',')
    }),
  )
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

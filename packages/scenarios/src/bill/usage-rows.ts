/** One line for each resource, price and hour or day in which it was active. */
import type { Day } from '../world/calendar.ts'
import { skuOf } from '../world/prices.ts'
import { activityAt, activityOfDay } from '../world/shape.ts'
import type { Charge, Commitment, Resource } from '../world/world.ts'
import { amountOf, amountText, millionths, quantityText } from './amount.ts'
import type { Books } from './books.ts'
import { usageValues } from './fixed-values.ts'
import type { BillRow, FocusValues } from './row.ts'

const hours = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00:00Z`)

export function* usageRows(
  resource: Resource,
  charge: Charge,
  commitment: Commitment | undefined,
  days: readonly Day[],
  books: Books,
): Generator<BillRow> {
  const fixed = usageValues(resource, charge, commitment)
  const { billingAccount, currency } = resource.account
  // A machine costs the same in each of its hours: its amounts are calculated once.
  const amountsByQuantity = new Map<number, Amounts>()
  const amountsOf = (quantity: number): Amounts => {
    const result =
      amountsByQuantity.get(quantity) ?? amounts(charge, billingAccount.discountPercent, commitment, quantity)
    if (amountsByQuantity.size < 64) amountsByQuantity.set(quantity, result)
    return result
  }
  for (let index = resource.from; index < resource.to; index += 1) {
    const day = days[index]
    if (!day) continue
    const quantities = quantitiesOn(resource, charge, days, index)
    const isDetailed = index >= days.length - resource.hourlyDays
    const isHourly = charge.period === 'hour' && isDetailed
    const lines = isHourly ? quantities : [quantities.reduce((total, quantity) => total + quantity, 0)]
    const month = monthValues(day, billingAccount.id)
    for (const [hour, quantity] of lines.entries()) {
      if (quantity === 0) continue
      const { billed, effective, values } = amountsOf(quantity)
      books.billed(billingAccount.id, currency, day.month, billed)
      if (commitment) books.covered(commitment.id, index, effective)
      yield {
        fixed,
        varying: {
          ...month,
          ChargePeriodStart: day.date + (hours[hour] ?? ''),
          ChargePeriodEnd: isHourly && hour < 23 ? day.date + (hours[hour + 1] ?? '') : `${day.next}T00:00:00Z`,
          ...values,
        },
      }
    }
  }
}

/** Millionths of units: of each hour of a day, or one quantity for a charge by the day. */
function quantitiesOn(resource: Resource, charge: Charge, days: readonly Day[], index: number): number[] {
  const shape = charge.shape ?? resource.shape
  const quantityOf = (activity: number) =>
    activity <= 0 ? 0 : millionths(charge.driven ? charge.units * activity : charge.units)
  if (charge.period === 'day') return [quantityOf(activityOfDay(shape, resource.key, days, index))]
  return hours.map((_, hour) => quantityOf(activityAt(shape, resource.key, days, index, hour)))
}

interface Amounts {
  billed: bigint
  effective: bigint
  values: FocusValues
}

/** Covered usage is billed nothing and costs the commitment's price; other usage costs its billed amount. */
function amounts(
  charge: Charge,
  discountPercent: number,
  commitment: Commitment | undefined,
  quantity: number,
): Amounts {
  const { price } = skuOf(charge.sku)
  const percent = 100 - discountPercent
  const list = amountOf(price, quantity)
  const contracted = amountOf(price, quantity, percent)
  const effective = commitment ? amountOf(price, quantity, percent, commitment.pricePercent) : contracted
  const billed = commitment ? 0n : contracted
  const text = quantityText(quantity)
  return {
    billed,
    effective,
    values: {
      BilledCost: amountText(billed),
      EffectiveCost: amountText(effective),
      ContractedCost: amountText(contracted),
      ListCost: amountText(list),
      PricingQuantity: text,
      ConsumedQuantity: text,
      ...(commitment ? { CommitmentDiscountQuantity: text, CommitmentDiscountUnit: skuOf(charge.sku).unit } : {}),
    },
  }
}

export function monthValues(day: Day, billingAccount: string): FocusValues {
  return {
    BillingPeriodStart: `${day.month}T00:00:00Z`,
    BillingPeriodEnd: `${day.nextMonth}T00:00:00Z`,
    InvoiceId: `${billingAccount}-${day.month.slice(0, 7)}`,
  }
}

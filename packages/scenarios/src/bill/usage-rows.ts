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
  const shape = charge.shape ?? resource.shape
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
    const periods = charge.period === 'hour' ? 24 : 1
    const month = monthValues(day, billingAccount.id)
    for (let hour = 0; hour < periods; hour += 1) {
      const activity =
        charge.period === 'hour'
          ? activityAt(shape, resource.key, days, index, hour)
          : activityOfDay(shape, resource.key, days, index)
      if (activity <= 0) continue
      const quantity = millionths(charge.driven ? charge.units * activity : charge.units)
      if (quantity === 0) continue
      const { billed, effective, values } = amountsOf(quantity)
      books.billed(billingAccount.id, currency, day.month, billed)
      if (commitment) books.covered(commitment.id, index, effective)
      yield {
        fixed,
        varying: {
          ...month,
          ChargePeriodStart: day.date + (hours[hour] ?? ''),
          ChargePeriodEnd:
            charge.period === 'hour' && hour < 23 ? day.date + (hours[hour + 1] ?? '') : `${day.next}T00:00:00Z`,
          ...values,
        },
      }
    }
  }
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

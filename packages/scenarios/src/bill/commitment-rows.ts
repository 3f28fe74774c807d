/** The costs of a commitment: its purchase each month, and the unused part of each day. */
import type { Day } from '../world/calendar.ts'
import { skuOf } from '../world/prices.ts'
import type { Commitment } from '../world/world.ts'
import { amountOf, amountText, millionths } from './amount.ts'
import type { Books } from './books.ts'
import { accountValues, commitmentValues, skuValues } from './fixed-values.ts'
import type { BillRow } from './row.ts'
import { monthValues } from './usage-rows.ts'

/**
 * In each month the purchase bills exactly the cost of its used and unused lines, as FOCUS and the tests require. Call
 * it after the usage was written, when it is known what was covered.
 */
export function* commitmentRows(commitment: Commitment, days: readonly Day[], books: Books): Generator<BillRow> {
  const { account, region, sku, unitsPerHour, pricePercent } = commitment
  const { billingAccount } = account
  const base = { ...accountValues(account), ...skuValues(sku, account, region), ...commitmentValues(commitment, '') }
  const unusedFixed = {
    ...base,
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ChargeDescription: `Unused part of ${commitment.type} ${commitment.name}`,
    CommitmentDiscountStatus: 'Unused',
    PricingCategory: 'Committed',
    ResourceId: commitment.id,
    ResourceName: commitment.name,
    ResourceType: commitment.type,
  }
  const purchaseFixed = {
    ...base,
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'Recurring',
    ChargeDescription: `${commitment.type} ${commitment.name}, monthly fee`,
    PricingCategory: 'Standard',
    PricingQuantity: '1',
    PricingUnit: 'Months',
    SkuMeter: '',
    ResourceId: commitment.id,
    ResourceName: commitment.name,
    ResourceType: commitment.type,
  }
  const perDay =
    unitsPerHour === null
      ? null
      : amountOf(skuOf(sku).price, millionths(unitsPerHour * 24), 100 - billingAccount.discountPercent, pricePercent)
  // A commitment for exactly the usage below it ends when that usage ends.
  const lastDay =
    unitsPerHour === null
      ? days.findLastIndex((_, index) => books.coveredOn(commitment.id, index) > 0n)
      : days.length - 1
  const months = new Map<string, { first: Day; end: string; fee: bigint }>()
  for (const [index, day] of days.slice(0, lastDay + 1).entries()) {
    const used = books.coveredOn(commitment.id, index)
    const committed = perDay ?? used
    if (used > committed) throw new RangeError(`${commitment.id} covers more than it was bought for on ${day.date}.`)
    const month = months.get(day.month) ?? { first: day, fee: 0n }
    const end = index === lastDay && lastDay < days.length - 1 ? `${day.next}T00:00:00Z` : `${day.nextMonth}T00:00:00Z`
    months.set(day.month, { ...month, end, fee: month.fee + committed })
    if (committed === used) continue
    yield {
      fixed: unusedFixed,
      varying: {
        ...monthValues(day, billingAccount.id),
        ChargePeriodStart: `${day.date}T00:00:00Z`,
        ChargePeriodEnd: `${day.next}T00:00:00Z`,
        BilledCost: '0',
        EffectiveCost: amountText(committed - used),
        ContractedCost: '0',
        ListCost: '0',
        PricingQuantity: '0',
      },
    }
  }
  for (const { first, end, fee } of months.values()) {
    books.billed(billingAccount.id, account.currency, first.month, fee)
    const text = amountText(fee)
    yield {
      fixed: purchaseFixed,
      varying: {
        ...monthValues(first, billingAccount.id),
        ChargePeriodStart: `${first.date}T00:00:00Z`,
        ChargePeriodEnd: end,
        BilledCost: text,
        EffectiveCost: '0',
        ContractedCost: text,
        ListCost: text,
        ListUnitPrice: text,
        ContractedUnitPrice: text,
      },
    }
  }
}

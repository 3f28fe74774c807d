/** Lines other than usage: credits, corrections, subscriptions, and the tax at the end of each month. */
import type { Day } from '../world/calendar.ts'
import type { Adjustment, Slip, SubAccount, World } from '../world/world.ts'
import { amountText, ofCents } from './amount.ts'
import type { Books } from './books.ts'
import { accountValues } from './fixed-values.ts'
import type { BillRow } from './row.ts'
import { monthValues } from './usage-rows.ts'

const categories = {
  credit: { ChargeCategory: 'Credit', ChargeFrequency: 'One-Time' },
  correction: { ChargeCategory: 'Usage', ChargeClass: 'Correction', ChargeFrequency: 'Usage-Based' },
  purchase: { ChargeCategory: 'Purchase', ChargeFrequency: 'Recurring' },
} as const

export function* adjustmentRows(adjustment: Adjustment, days: readonly Day[], books: Books): Generator<BillRow> {
  const day = days[adjustment.day]
  if (!day) return
  const { account, kind, currency } = adjustment
  const amount = ofCents(adjustment.cents)
  const text = amountText(amount)
  books.billed(account.billingAccount.id, currency, day.month, amount)
  yield {
    fixed: {
      ...accountValues(account, currency),
      ...categories[kind],
      ChargeDescription: adjustment.description,
      PublisherName: adjustment.publisher,
      ServiceName: adjustment.service,
      ServiceCategory: 'Other',
      ServiceSubcategory: 'Other (Other)',
      ...(kind === 'purchase'
        ? {
            PricingCategory: 'Standard',
            PricingQuantity: '1',
            PricingUnit: 'Months',
            ListUnitPrice: text,
            ContractedUnitPrice: text,
          }
        : {}),
    },
    varying: {
      ...monthValues(day, account.billingAccount.id),
      ChargePeriodStart: `${day.date}T00:00:00Z`,
      ChargePeriodEnd: kind === 'purchase' ? `${day.nextMonth}T00:00:00Z` : `${day.next}T00:00:00Z`,
      BilledCost: text,
      EffectiveCost: text,
      ContractedCost: text,
      ListCost: text,
    },
  }
}

/** A line with one unreadable value. */
export function* slipRows(
  { account, day: index, description, column, value }: Slip,
  days: readonly Day[],
): Generator<BillRow> {
  const day = days[index]
  if (!day) return
  yield {
    fixed: {
      ...accountValues(account),
      ChargeCategory: 'Adjustment',
      ChargeFrequency: 'One-Time',
      ChargeDescription: description,
      ServiceName: 'Adjustments',
      ServiceCategory: 'Other',
      ServiceSubcategory: 'Other (Other)',
    },
    varying: {
      ...monthValues(day, account.billingAccount.id),
      ChargePeriodStart: `${day.date}T00:00:00Z`,
      ChargePeriodEnd: `${day.next}T00:00:00Z`,
      BilledCost: '0',
      EffectiveCost: '0',
      ContractedCost: '0',
      ListCost: '0',
      [column]: value,
    },
  }
}

/** Tax on the billed amount, on the last day of each month of the world. */
export function* taxRows(world: World, account: SubAccount, percent: number, books: Books): Generator<BillRow> {
  const { billingAccount } = account
  for (const { currency, month, amount } of books.billedIn(billingAccount.id)) {
    const last = world.days.findLast((day) => day.month === month)
    if (!last) continue
    const text = amountText((amount * BigInt(percent)) / 100n)
    yield {
      fixed: {
        ...accountValues(account, currency),
        ChargeCategory: 'Tax',
        ChargeFrequency: 'Recurring',
        ChargeDescription: `Tax, ${percent}%`,
        ServiceName: 'Tax',
        ServiceCategory: 'Other',
        ServiceSubcategory: 'Other (Other)',
      },
      varying: {
        ...monthValues(last, billingAccount.id),
        ChargePeriodStart: `${last.date}T00:00:00Z`,
        ChargePeriodEnd: `${last.next}T00:00:00Z`,
        BilledCost: text,
        EffectiveCost: text,
        ContractedCost: text,
        ListCost: text,
      },
    }
  }
}

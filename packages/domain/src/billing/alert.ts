/** Alerts about billing. Each is sent once for what it is about: a month, an invoice, a balance that fell. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from '../money.ts'
import { nameSchema } from '../name.ts'

export const alertAmountSchema = decimalSchema.refine(
  (text) => !text.startsWith('-') && /[1-9]/.test(text),
  'must be above zero',
)
export const daysBeforeSchema = z.int().min(0).max(60)

const common = { name: nameSchema(120), enabled: z.boolean() }
const money = { currency: currencySchema, amount: alertAmountSchema }

export const billingAlertSettingsSchema = z.discriminatedUnion('kind', [
  /** The fee of a month reaches the amount. */
  z.strictObject({ kind: z.literal('fee'), ...common, ...money }),
  /** The spend of the current month reaches the amount. */
  z.strictObject({ kind: z.literal('spend'), ...common, ...money }),
  /** The credit balance falls below the amount. */
  z.strictObject({ kind: z.literal('credit_balance'), ...common, ...money }),
  /** An open invoice is due in so many days. */
  z.strictObject({ kind: z.literal('invoice_due'), ...common, days_before: daysBeforeSchema }),
])
export type BillingAlertSettings = z.infer<typeof billingAlertSettingsSchema>

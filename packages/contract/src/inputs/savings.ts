/** What the forms of savings actions and published prices send. */
import { hourSchema } from '@kept/domain/hour.ts'
import { currencyInputSchema, decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import { savingsActionInputSchema } from '@kept/domain/savings-record.ts'
import * as z from 'zod'

export const recordActionInput = savingsActionInputSchema.extend({
  title: nameSchema(200),
  currency: currencyInputSchema.optional(),
})

export const recordPriceInput = z.strictObject({
  sku: z.string().trim().min(1).max(500),
  currency: currencyInputSchema,
  /** The first hour of the price. */
  hour: hourSchema,
  price: decimalSchema.refine((price) => !price.startsWith('-'), 'must not be negative'),
  /** Where it was published: a URL, or a price list with its date. */
  source: z.string().trim().min(1).max(500),
})

/** What the forms of billing send. */
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'

export const purchaseCreditInput = z.object({
  amount: decimalSchema,
  currency: currencySchema,
  pay_with: z.enum(['transfer', 'payment_method']).default('transfer'),
  /** Left out: the default method. */
  payment_method_id: z.uuid().optional(),
})

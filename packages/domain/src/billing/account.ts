/** Who an organization's invoices are addressed to, and how. */
import * as z from 'zod'
import { lineSchema } from '../name.ts'
import { partySchema } from './invoice-document.ts'
import { railSchema } from './states.ts'

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

export const billingAccountSchema = z.strictObject({
  buyer: partySchema,
  /** Get invoices and reminders, besides the members with billing rights. */
  recipients: z.array(z.email().toLowerCase()).max(20),
  /** BCP 47, for numbers and dates on documents. */
  locale: z.string().min(2).max(35).refine(isLocale, 'must be a language tag, such as "en-US" or "de-DE"'),
  purchase_order: lineSchema(100),
  preferred_rail: railSchema,
})
export type BillingAccount = z.infer<typeof billingAccountSchema>

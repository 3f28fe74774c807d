/** How the operator bills: seller, tax, terms, draft window. Each change is a new version and holds for documents issued later. */
import * as z from 'zod'
import { decimalSchema } from '../money.ts'
import { lineSchema, nameSchema } from '../name.ts'
import { countrySchema, partySchema, taxCategorySchema } from './invoice-document.ts'

const percentSchema = decimalSchema.refine(
  (text) => /^\d{1,2}(\.\d{1,4})?$/.test(text),
  'must be a percentage from 0 to below 100, such as "19" or "8.875"',
)

/** The first rule that matches a buyer decides. */
const taxRuleSchema = z
  .strictObject({
    /** Null: every country. */
    country: countrySchema.nullable(),
    /** State or province, as the buyer's details name it; null: every one. */
    region: nameSchema(100).nullable().default(null),
    /** True: only buyers with a tax ID. False: only those without. Null: both. */
    has_tax_id: z.boolean().nullable().default(null),
    category: taxCategorySchema,
    percent: percentSchema,
    /** Why no tax is charged, as it is printed. */
    note: lineSchema(300).default(''),
  })
  .superRefine(({ category, percent, note }, context) => {
    const isCharged = Number(percent) > 0
    if (category === 'S' && !isCharged)
      context.addIssue({ code: 'custom', path: ['percent'], message: 'must be above 0 for the standard rate' })
    if (category !== 'S' && isCharged)
      context.addIssue({ code: 'custom', path: ['percent'], message: 'must be 0 where no tax is charged' })
    if ((category === 'AE' || category === 'O') && note === '')
      context.addIssue({ code: 'custom', path: ['note'], message: 'must say why no tax is charged' })
  })
export type TaxRule = z.infer<typeof taxRuleSchema>

export const billingSettingsSchema = z.strictObject({
  seller: partySchema,
  /** Begins each number: "KPT-2026-0001". */
  number_prefix: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{0,9}$/, 'must be 1 to 10 capital letters and digits, such as "KPT"')
    .default('KPT'),
  terms_days: z.int().min(0).max(180).default(30),
  /** Days in which a draft can be disputed before it is issued. */
  draft_days: z.int().min(0).max(60).default(7),
  tax: z.array(taxRuleSchema).max(200).default([]),
  bank_lines: z.array(nameSchema(200)).max(10).default([]),
  notes: z.array(nameSchema(500)).max(10).default([]),
})
export type BillingSettings = z.infer<typeof billingSettingsSchema>

/** Until the operator has set their own. */
export const defaultBillingSettings: BillingSettings = billingSettingsSchema.parse({
  seller: { name: 'Kept', country: 'US' },
})

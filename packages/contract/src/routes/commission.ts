import { commissionLineSchema, commissionRuleSchema } from '@kept/domain/commission.ts'
import { commissionTermsSchema } from '@kept/domain/commission-terms.ts'
import { monthSchema } from '@kept/domain/hour.ts'
import { currencyInputSchema, currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

/** Commission routes of the operator, who sees every customer: the organizations of this installation. */
const tag = 'Commission'
const needs = 'commission:operate' as const

const tierSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'must be a short name in lower-case letters, digits and hyphens, such as "enterprise"',
  )

const settingsVersionSchema = z.object({
  version: z.int(),
  settings: commissionTermsSchema,
  valid_from: monthSchema,
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})

const commissionSettingsSchema = z.object({
  /** The default commission of this month. */
  current: settingsVersionSchema,
  /** The next version that starts in a later month; null without one. */
  upcoming: settingsVersionSchema.nullable(),
  versions: z.array(settingsVersionSchema),
})

/** A customer's own commission needs a currency for its amounts. */
const customerTermsSchema = commissionTermsSchema.safeExtend({ currency: currencyInputSchema })

const totalsSchema = z.array(
  z.object({
    currency: currencySchema,
    verified: decimalSchema,
    fee: decimalSchema,
    customer_net: decimalSchema,
    statements: z.int(),
    last_period: monthSchema.nullable(),
  }),
)

const commissionCustomerSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  demo: z.boolean(),
  /** "standard" without a commission of their own. */
  tier: z.string(),
  rule: commissionRuleSchema,
  /** Applies from a later month, by the next version; null when nothing changes. */
  upcoming: z.object({ valid_from: monthSchema, tier: z.string(), rule: commissionRuleSchema }).nullable(),
  totals: totalsSchema,
})
export type CommissionCustomer = z.infer<typeof commissionCustomerSchema>

const ruleVersionSchema = z.object({
  version: z.int(),
  rule: commissionRuleSchema.nullable(),
  tier: z.string(),
  valid_from: monthSchema,
  note: z.string(),
  changed_by: z.string(),
  changed_at: z.iso.datetime(),
})

/** `terms` null: the default commission applies from that month. */
const change = {
  tier: tierSchema.optional(),
  terms: customerTermsSchema.nullable(),
  valid_from: monthSchema,
  note: z.string().trim().max(500).default(''),
}

const customerDetailSchema = commissionCustomerSchema.extend({
  versions: z.array(ruleVersionSchema),
  lines: z.array(commissionLineSchema.extend({ statement_id: z.uuid(), kind: z.enum(['final', 'trueup']) })),
})
export type CommissionCustomerDetail = z.infer<typeof customerDetailSchema>

const monthFiguresSchema = z.object({
  period: monthSchema,
  currency: currencySchema,
  customers: z.int(),
  verified: decimalSchema,
  billable: decimalSchema,
  fee: decimalSchema,
  customer_net: decimalSchema,
})

const commissionAnalyticsSchema = z.object({
  first_month: monthSchema,
  last_month: monthSchema,
  months: z.array(monthFiguresSchema),
  tiers: z.array(
    z.object({
      tier: z.string(),
      currency: currencySchema,
      customers: z.int(),
      fee: decimalSchema,
      verified: decimalSchema,
    }),
  ),
  customers: z.array(
    z.object({ id: z.uuid(), name: z.string(), currency: currencySchema, verified: decimalSchema, fee: decimalSchema }),
  ),
})
export type CommissionAnalytics = z.infer<typeof commissionAnalyticsSchema>

const commissionPreviewSchema = z.object({
  lines: z.array(
    z.object({
      customer_id: z.uuid(),
      customer: z.string(),
      period: monthSchema,
      kind: z.enum(['final', 'trueup']),
      currency: currencySchema,
      billable: decimalSchema,
      fee: decimalSchema,
      fee_then: decimalSchema,
      tiers: commissionLineSchema.shape.tiers,
      capped: z.boolean(),
    }),
  ),
  totals: z.array(z.object({ currency: currencySchema, fee: decimalSchema, fee_then: decimalSchema })),
})
export type CommissionPreview = z.infer<typeof commissionPreviewSchema>

export const commission = {
  settings: route({
    method: 'GET',
    path: '/v1/admin/commission/settings',
    summary: 'Get the default commission',
    tag,
    needs,
    input: z.object({}),
    output: answer(commissionSettingsSchema),
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/v1/admin/commission/settings',
    summary: 'Update the default commission',
    description: 'Creates a version that applies from the given month.',
    tag,
    needs,
    input: z.object({ settings: commissionTermsSchema, valid_from: monthSchema }),
    output: answer(commissionSettingsSchema),
  }),
  customers: route({
    method: 'GET',
    path: '/v1/admin/commission/customers',
    summary: 'List customers',
    description: 'Each with its commission, verified savings and fees.',
    tag,
    needs,
    input: z.object({ ...pageInput, tier: z.string().max(40).optional() }),
    output: pageOf(commissionCustomerSchema),
  }),
  customer: route({
    method: 'GET',
    path: '/v1/admin/commission/customers/{id}',
    summary: 'Get a customer',
    description: 'With its commission, all versions, and the calculation of each commission line.',
    tag,
    needs,
    input: z.object({ id: z.uuid() }),
    output: answer(customerDetailSchema),
  }),
  changeCustomer: route({
    method: 'PUT',
    path: '/v1/admin/commission/customers/{id}',
    summary: 'Update the commission of a customer',
    description: 'Creates a version that applies from the given month. Issued statements are not changed.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), ...change }),
    output: answer(customerDetailSchema),
  }),
  bulkUpdate: route({
    method: 'POST',
    path: '/v1/admin/commission/bulk-update',
    summary: 'Update the commission of several customers',
    description: 'Customers that could not be updated are listed with the reason.',
    tag,
    needs,
    input: z.object({ customer_ids: z.array(z.uuid()).min(1).max(500), ...change }),
    output: answer(
      z.object({ changed: z.array(z.uuid()), refused: z.array(z.object({ id: z.uuid(), reason: z.string() })) }),
    ),
  }),
  analytics: route({
    method: 'GET',
    path: '/v1/admin/commission/analytics',
    summary: 'Get commission analytics',
    description: 'Verified savings and fees by month, tier and customer, from signed statements.',
    tag,
    needs,
    input: z.object({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional() }),
    output: answer(commissionAnalyticsSchema),
  }),
  preview: route({
    method: 'POST',
    path: '/v1/admin/commission/preview',
    idempotency: 'safe',
    summary: 'Preview a commission',
    description: 'Recalculates the fees of recent months under these terms. Nothing is saved.',
    tag,
    needs,
    input: z.object({
      /** Left out: all customers. */
      customer_id: z.uuid().optional(),
      terms: commissionTermsSchema,
      months: z.int().min(1).max(24).default(3),
    }),
    output: answer(commissionPreviewSchema),
  }),
}

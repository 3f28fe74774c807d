import { commissionLineSchema, commissionRuleSchema } from '@kept/domain/commission.ts'
import { commissionTermsSchema } from '@kept/domain/commission-terms.ts'
import { monthSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

/** Of this Kept's operators, who see every customer: organisations of this installation. */
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

export const commissionSettingsSchema = z.object({
  /** What holds for everybody this month. */
  current: settingsVersionSchema,
  /** The next version to begin in a later month; null when none does. */
  upcoming: settingsVersionSchema.nullable(),
  versions: z.array(settingsVersionSchema),
})
export type CommissionSettings = z.infer<typeof commissionSettingsSchema>

/** A rule of a customer's own needs a currency: its amounts are of one. */
export const customerTermsSchema = commissionTermsSchema.safeExtend({ currency: currencySchema })

const totalsSchema = z.array(
  z.object({
    currency: currencySchema,
    verified: decimalSchema,
    fee: decimalSchema,
    kept: decimalSchema,
    statements: z.int(),
    through: monthSchema.nullable(),
  }),
)

export const commissionCustomerSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  demo: z.boolean(),
  /** "standard" where there is no rule of their own. */
  tier: z.string(),
  rule: commissionRuleSchema,
  /** What is billed from a later month on, by the next version to begin; null when nothing changes. */
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

/** `terms` null: from that month on what holds for everybody. */
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
  kept: decimalSchema,
})

export const commissionAnalyticsSchema = z.object({
  from: monthSchema,
  to: monthSchema,
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

export const commissionPreviewSchema = z.object({
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
    summary: 'What holds for every customer without a rule of their own',
    tag,
    needs,
    input: z.object({}),
    output: answer(commissionSettingsSchema),
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/v1/admin/commission/settings',
    summary: 'A new version of it, from a month on',
    tag,
    needs,
    input: z.object({ settings: commissionTermsSchema, valid_from: monthSchema }),
    output: answer(commissionSettingsSchema),
  }),
  customers: route({
    method: 'GET',
    path: '/v1/admin/commission/customers',
    summary: 'Customers with their rule and what they saved and owe',
    tag,
    needs,
    input: z.object({ ...pageInput, tier: z.string().max(40).optional() }),
    output: pageOf(commissionCustomerSchema),
  }),
  customer: route({
    method: 'GET',
    path: '/v1/admin/commission/customers/{id}',
    summary: 'One customer: the rule, its versions, and every commission line with its arithmetic',
    tag,
    needs,
    input: z.object({ id: z.uuid() }),
    output: answer(customerDetailSchema),
  }),
  changeCustomer: route({
    method: 'PUT',
    path: '/v1/admin/commission/customers/{id}',
    summary: 'A new version of a customer’s rule; months whose statement is out keep theirs',
    tag,
    needs,
    input: z.object({ id: z.uuid(), ...change }),
    output: answer(customerDetailSchema),
  }),
  bulkUpdate: route({
    method: 'POST',
    path: '/v1/admin/commission/bulk-update',
    summary: 'The same rule for several customers; those it cannot be given to are named',
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
    summary: 'Verified savings and fees by month, tier and customer, from signed statements',
    tag,
    needs,
    input: z.object({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional() }),
    output: answer(commissionAnalyticsSchema),
  }),
  preview: route({
    method: 'POST',
    path: '/v1/admin/commission/preview',
    idempotency: 'safe',
    summary: 'Under this rule, what the last months would have cost',
    tag,
    needs,
    input: z.object({
      /** Left out: every customer. */
      customer_id: z.uuid().optional(),
      terms: commissionTermsSchema,
      months: z.int().min(1).max(24).default(3),
    }),
    output: answer(commissionPreviewSchema),
  }),
}

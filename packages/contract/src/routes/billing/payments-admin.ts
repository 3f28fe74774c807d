/** The payment rail of the installation: reconciliation and dunning, for the operator. */
import { dunningActionSchema, dunningCampaignSchema, dunningStepStateSchema } from '@kept/domain/billing/dunning.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'

const tag = 'Billing'
const needs = 'billing:operate' as const

const reconciliationSchema = z.object({
  /** False: no payment service is set up, so there is nothing to compare. */
  online: z.boolean(),
  /** Null: it has not run yet. */
  last_run: z
    .object({ finished_at: z.iso.datetime(), read_until: z.iso.datetime(), charges: z.int(), differences: z.int() })
    .nullable(),
  /** Not resolved yet, newest first. */
  differences: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['missing_in_journal', 'missing_at_rail', 'amount_differs']),
      description: z.string(),
      charge_ref: z.string(),
      payment_id: z.uuid().nullable(),
      organization_id: z.uuid().nullable(),
      currency: currencySchema,
      rail: decimalSchema,
      journal: decimalSchema,
      found_at: z.iso.datetime(),
    }),
  ),
  /** Messages of the rail that could not be handled and are tried again. */
  failed_events: z.array(z.object({ id: z.string(), type: z.string(), error: z.string(), attempts: z.int() })),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>

const campaignAnswerSchema = z.object({
  currency: currencySchema,
  enabled: z.boolean(),
  steps: dunningCampaignSchema.shape.steps,
  /** False: the default steps, because none were set. */
  is_custom: z.boolean(),
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})
export type DunningCampaignAnswer = z.infer<typeof campaignAnswerSchema>

const dunningStepAnswerSchema = z.object({
  days_after_due: z.int(),
  action: dunningActionSchema,
  /** Null: still to come. */
  state: dunningStepStateSchema.nullable(),
  detail: z.string(),
  taken_at: z.iso.datetime().nullable(),
  /** When it is to be taken; null once it was. */
  planned_on: z.iso.date().nullable(),
})

const dunningSchema = z.object({
  paused: z.object({ reason: z.string(), paused_by: z.string(), paused_at: z.iso.datetime() }).nullable(),
  steps: z.array(dunningStepAnswerSchema),
})
export type Dunning = z.infer<typeof dunningSchema>

export const billingPaymentsAdmin = {
  reconciliation: route({
    method: 'GET',
    path: '/v1/admin/billing/reconciliation',
    summary: 'Get the reconciliation with the payment service',
    description: 'Compares what the service moved with the journal, charge by charge, every night.',
    tag,
    needs,
    input: z.object({}),
    output: answer(reconciliationSchema),
  }),
  reconcile: route({
    method: 'POST',
    path: '/v1/admin/billing/reconciliation',
    summary: 'Reconcile now',
    tag,
    needs,
    idempotency: 'idempotent',
    input: z.object({}),
    output: answer(reconciliationSchema),
  }),
  campaigns: route({
    method: 'GET',
    path: '/v1/admin/billing/dunning-campaigns',
    summary: 'List dunning campaigns',
    description: 'Of each currency that invoices are in, and of those with steps of their own.',
    tag,
    needs,
    input: z.object({}),
    output: answer(z.array(campaignAnswerSchema)),
  }),
  changeCampaign: route({
    method: 'PUT',
    path: '/v1/admin/billing/dunning-campaigns/{currency}',
    summary: 'Update the dunning campaign of a currency',
    description: 'Steps that were taken stay taken.',
    tag,
    needs,
    input: dunningCampaignSchema,
    output: answer(campaignAnswerSchema),
  }),
  dunning: route({
    method: 'GET',
    path: '/v1/admin/billing/invoices/{id}/dunning',
    summary: 'Get the dunning of an invoice',
    description: 'The steps that were taken and those to come.',
    tag,
    needs,
    input: z.object({ id: z.uuid() }),
    output: answer(dunningSchema),
  }),
  pauseDunning: route({
    method: 'PUT',
    path: '/v1/admin/billing/customers/{id}/dunning-pause',
    summary: 'Pause the dunning of a customer',
    description: 'Nothing is sent or charged by dunning until it is resumed.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), reason: nameSchema(300) }),
    output: answer(z.object({ id: z.uuid(), paused: z.literal(true) })),
  }),
  resumeDunning: route({
    method: 'DELETE',
    path: '/v1/admin/billing/customers/{id}/dunning-pause',
    summary: 'Resume the dunning of a customer',
    tag,
    needs,
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ id: z.uuid(), paused: z.literal(false) })),
  }),
}

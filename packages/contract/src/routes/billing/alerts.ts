/** Alerts at the address that the specification gives them: budgets, and alerts about billing itself. */
import { alertAmountSchema, billingAlertSettingsSchema, daysBeforeSchema } from '@kept/domain/billing/alert.ts'
import { billingAlertKinds } from '@kept/domain/billing/alert-kinds.ts'
import { budgetInput, budgetSchema } from '@kept/domain/budget.ts'
import * as z from 'zod'
import { createBudgetInput } from '../../inputs/costs.ts'
import { answer, route } from '../../route.ts'
import { budgetAnswerSchema, budgetChangeSchema } from '../budgets.ts'
import { organizationParameter } from './shapes.ts'

const tag = 'Billing'
const needs = 'alerts:write' as const

const stored = {
  id: z.uuid(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  /** What it was sent for, newest first. */
  crossings: z.array(z.object({ title: z.string(), crossed_at: z.iso.datetime() })),
}

const [fee, spend, creditBalance, invoiceDue] = billingAlertSettingsSchema.options
const billingAlertAnswerSchema = z.discriminatedUnion('kind', [
  fee.extend(stored),
  spend.extend(stored),
  creditBalance.extend(stored),
  invoiceDue.extend(stored),
])
export type BillingAlertAnswer = z.infer<typeof billingAlertAnswerSchema>

const listedBudgetSchema = budgetAnswerSchema.extend({ kind: z.literal('budget') })
const changedBudgetSchema = budgetSchema.extend({ kind: z.literal('budget') })

/** Of every kind; which of them are needed follows from `kind`. */
const fields = {
  ...z.object(budgetInput).partial().shape,
  /** Of fee, spend and credit_balance. */
  amount: alertAmountSchema.optional(),
  /** Of invoice_due. */
  days_before: daysBeforeSchema.optional(),
  /** Of every kind but budget. */
  enabled: z.boolean().optional(),
}

const kindSchema = z.enum(['budget', ...billingAlertKinds]).default('budget')

/** As a budget or a billing alert, by its kind. */
export function parseNewAlert({ kind, ...alert }: { kind: z.infer<typeof kindSchema> } & Record<string, unknown>) {
  return kind === 'budget'
    ? ({ kind, result: createBudgetInput.strict().safeParse(alert) } as const)
    : ({ kind, result: billingAlertSettingsSchema.safeParse({ enabled: true, ...alert, kind }) } as const)
}

export const billingAlerts = {
  list: route({
    method: 'GET',
    path: '/v1/billing/{organization}/alerts',
    summary: 'List budgets and billing alerts',
    description:
      'Budgets as at `/v1/budgets`, with `kind: "budget"`, then alerts about billing for those who may see billing.',
    tag,
    needs: 'costs:read',
    input: z.object(organizationParameter),
    output: answer(z.array(z.discriminatedUnion('kind', [listedBudgetSchema, ...billingAlertAnswerSchema.options]))),
  }),
  create: route({
    method: 'POST',
    path: '/v1/billing/{organization}/alerts',
    summary: 'Create a budget or billing alert',
    description:
      'Without `kind`, a budget. `fee`, `spend` and `credit_balance` need `currency` and `amount`, `invoice_due` needs `days_before`. A billing alert is a notification, and goes to the channels of alert rules for the kind `billing`.',
    tag,
    needs,
    input: z
      .object({ ...organizationParameter, kind: kindSchema, ...fields })
      .superRefine(({ organization: _, ...alert }, context) => {
        const { result } = parseNewAlert(alert)
        for (const issue of result.error?.issues ?? [])
          context.addIssue(
            issue.code === 'unrecognized_keys'
              ? { code: 'custom', path: [...issue.keys], message: 'is no field of this kind of alert' }
              : { code: 'custom', path: [...issue.path], message: issue.message },
          )
      }),
    output: answer(z.discriminatedUnion('kind', [changedBudgetSchema, ...billingAlertAnswerSchema.options])),
  }),
  change: route({
    method: 'PATCH',
    path: '/v1/billing/{organization}/alerts/{id}',
    summary: 'Update a budget or billing alert',
    description: 'Its kind stays. A changed amount or number of days can alert again for the same month or invoice.',
    tag,
    needs,
    input: budgetChangeSchema.extend({ ...organizationParameter, id: z.uuid(), ...fields }),
    output: answer(z.discriminatedUnion('kind', [changedBudgetSchema, ...billingAlertAnswerSchema.options])),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/billing/{organization}/alerts/{id}',
    summary: 'Delete a budget or billing alert',
    description: 'Its history is deleted too.',
    tag,
    needs,
    input: z.object({ ...organizationParameter, id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
}

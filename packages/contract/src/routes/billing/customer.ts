/** Billing of one organization. `{organization}` is its id or slug; another organization's is not found. */
import { billingAccountSchema } from '@kept/domain/billing/account.ts'
import { invoiceKindSchema } from '@kept/domain/billing/invoice-document.ts'
import { documentStateSchema, invoiceStatusSchema, paymentStateSchema } from '@kept/domain/billing/states.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { purchaseCreditInput } from '../../inputs/billing.ts'
import { answer, pageInput, pageOf, route } from '../../route.ts'
import {
  accountAnswerSchema,
  billingOverviewSchema,
  billingUsageSchema,
  creditSchema,
  invoiceDetailSchema,
  invoiceSummarySchema,
  organizationParameter,
  paymentSchema,
  subscriptionSchema,
} from './shapes.ts'

const tag = 'Billing'

export const billing = {
  invoices: route({
    method: 'GET',
    path: '/v1/billing/{organization}/invoices',
    summary: 'List invoices',
    description: 'Invoices and credit notes, newest first. Dates are days of issue, the end exclusive.',
    tag,
    needs: 'billing:read',
    input: z.object({
      ...organizationParameter,
      ...pageInput,
      /** In one word; `state` and `payment_state` are its parts. */
      status: invoiceStatusSchema.optional(),
      state: documentStateSchema.optional(),
      payment_state: paymentStateSchema.optional(),
      kind: invoiceKindSchema.optional(),
      start_date: z.iso.date().optional(),
      end_date: z.iso.date().optional(),
    }),
    output: pageOf(invoiceSummarySchema),
  }),
  invoice: route({
    method: 'GET',
    path: '/v1/billing/{organization}/invoices/{id}',
    summary: 'Get an invoice',
    description: 'With its lines, the actions and statements they rest on, disputes and payments.',
    tag,
    needs: 'billing:read',
    input: z.object({ ...organizationParameter, id: z.uuid() }),
    output: answer(invoiceDetailSchema),
  }),
  account: route({
    method: 'GET',
    path: '/v1/billing/{organization}/account',
    summary: 'Get billing details',
    description: 'Who invoices are addressed to; null until details are given, and drafts are not issued before.',
    tag,
    needs: 'billing:read',
    input: z.object(organizationParameter),
    output: answer(accountAnswerSchema.nullable()),
  }),
  changeAccount: route({
    method: 'PUT',
    path: '/v1/billing/{organization}/account',
    summary: 'Update billing details',
    description: 'Applies to documents that are issued later.',
    tag,
    needs: 'billing:write',
    input: billingAccountSchema.extend(organizationParameter),
    output: answer(accountAnswerSchema),
  }),
  dispute: route({
    method: 'POST',
    path: '/v1/billing/{organization}/invoices/{id}/dispute',
    summary: 'Dispute an invoice line',
    description:
      'A line of a draft leaves it until the dispute is answered, and the rest is issued. An accepted dispute of an issued invoice gives a credit note.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      id: z.uuid(),
      line_id: z.uuid(),
      reason: z.string().trim().min(1).max(1000),
    }),
    output: answer(invoiceDetailSchema),
  }),
  credits: route({
    method: 'GET',
    path: '/v1/billing/{organization}/credits',
    summary: 'List credits',
    description: 'Prepaid and returned credit, newest first, with what each was used for. The oldest is used first.',
    tag,
    needs: 'billing:read',
    input: z.object(organizationParameter),
    output: answer(
      z.object({
        balances: z.array(z.object({ currency: currencySchema, amount: decimalSchema })),
        credits: z.array(creditSchema),
      }),
    ),
  }),
  purchaseCredit: route({
    method: 'POST',
    path: '/v1/billing/{organization}/credits/purchase',
    summary: 'Buy prepaid credit',
    description:
      'Pay it by bank transfer with the reference of the answer, or with a payment method. It counts once the money has arrived. Where the bank asks for a confirmation, `payment.action_url` is its page.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      ...purchaseCreditInput.shape,
    }),
    output: answer(creditSchema.extend({ payment: paymentSchema.nullable() })),
  }),
  overview: route({
    method: 'GET',
    path: '/v1/billing/{organization}/overview',
    summary: 'Get the billing overview',
    description: 'What is owed, the next invoice with its range, savings and fees to date.',
    tag,
    needs: 'billing:read',
    cache: { serverSeconds: 300 },
    input: z.object(organizationParameter),
    output: answer(billingOverviewSchema),
  }),
  usage: route({
    method: 'GET',
    path: '/v1/billing/{organization}/usage',
    summary: 'Get what the fee is measured by',
    description:
      'Verified savings by month and action, with `by_day` by day too. Provisional months are not signed and not billed.',
    tag,
    needs: 'billing:read',
    input: z.object({
      ...organizationParameter,
      months: z.coerce.number().int().min(1).max(24).default(3),
      by_day: z.stringbool().default(false),
    }),
    output: answer(billingUsageSchema),
  }),
  subscription: route({
    method: 'GET',
    path: '/v1/billing/{organization}/subscription',
    summary: 'Get the subscription',
    description: 'With the day on which service would end if notice were given today.',
    tag,
    needs: 'billing:read',
    input: z.object(organizationParameter),
    output: answer(subscriptionSchema),
  }),
  changeSubscription: route({
    method: 'PUT',
    path: '/v1/billing/{organization}/subscription',
    summary: 'Update the subscription',
    description:
      'Its last day of service, which can be any day after the notice period, or null to go on. There is one plan.',
    tag,
    needs: 'billing:write',
    input: z.object({
      ...organizationParameter,
      plan: z.literal('performance').default('performance'),
      /** A day that was set before can stay, also within the notice period. */
      ends_on: z.iso.date().nullable(),
      cancel_reason: z.string().trim().max(500).default(''),
    }),
    output: answer(subscriptionSchema),
  }),
  cancelSubscription: route({
    method: 'POST',
    path: '/v1/billing/{organization}/subscription/cancel',
    summary: 'Cancel the subscription',
    description: 'Gives notice. Months that are complete by the last day of service are billed, later ones are not.',
    tag,
    needs: 'billing:write',
    input: z.object({ ...organizationParameter, reason: z.string().trim().max(500).default('') }),
    output: answer(subscriptionSchema),
  }),
  resumeSubscription: route({
    method: 'POST',
    path: '/v1/billing/{organization}/subscription/resume',
    summary: 'Resume the subscription',
    description: 'Takes notice back until the last day of service.',
    tag,
    needs: 'billing:write',
    input: z.object(organizationParameter),
    output: answer(subscriptionSchema),
  }),
}

/** Billing of one organization. `{organization}` is its id or slug; another organization's is not found. */
import { billingAccountSchema } from '@kept/domain/billing/account.ts'
import { invoiceKindSchema } from '@kept/domain/billing/invoice-document.ts'
import { documentStateSchema, paymentStateSchema } from '@kept/domain/billing/states.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../../route.ts'
import { accountAnswerSchema, invoiceDetailSchema, invoiceSummarySchema, organizationParameter } from './shapes.ts'

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
}

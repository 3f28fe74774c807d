/** Billing of every customer, for the operator of the installation. */
import { billingSettingsSchema } from '@kept/domain/billing/settings.ts'
import { refundStateSchema } from '@kept/domain/billing/states.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { creditSchema, invoiceDetailSchema } from './shapes.ts'

const tag = 'Billing'
const needs = 'billing:operate' as const

const reasonSchema = z.string().trim().min(1).max(500)

const settingsAnswerSchema = z.object({
  /** 0: the defaults, until settings are made. */
  version: z.int(),
  settings: billingSettingsSchema,
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})

export const billingAdmin = {
  issue: route({
    method: 'POST',
    path: '/v1/admin/billing/invoices/{id}/issue',
    summary: 'Issue a draft now',
    description: 'Gives it its number before the end of the draft window.',
    tag,
    needs,
    input: z.object({ id: z.uuid() }),
    output: answer(invoiceDetailSchema),
  }),
  recordTransfer: route({
    method: 'POST',
    path: '/v1/admin/billing/invoices/{id}/transfers',
    summary: 'Record a bank transfer',
    description: 'What is paid beyond the invoice is added to the credit balance.',
    tag,
    needs,
    input: z.object({
      id: z.uuid(),
      amount: decimalSchema,
      currency: currencySchema,
      received_on: z.iso.date(),
      /** As the bank's statement names it; one reference is recorded once for an invoice. */
      reference: nameSchema(140),
    }),
    output: answer(invoiceDetailSchema),
  }),
  settings: route({
    method: 'GET',
    path: '/v1/admin/billing/settings',
    summary: 'Get billing settings',
    description: 'Seller, tax rules, terms and draft window.',
    tag,
    needs,
    input: z.object({}),
    output: answer(settingsAnswerSchema),
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/v1/admin/billing/settings',
    summary: 'Update billing settings',
    description: 'Creates a version that applies to documents issued later.',
    tag,
    needs,
    input: billingSettingsSchema,
    output: answer(settingsAnswerSchema),
  }),
  void: route({
    method: 'POST',
    path: '/v1/admin/billing/invoices/{id}/void',
    summary: 'Void a draft',
    description: 'Its fees are never charged. An issued invoice is corrected by a credit note instead.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), reason: reasonSchema }),
    output: answer(invoiceDetailSchema),
  }),
  writeOff: route({
    method: 'POST',
    path: '/v1/admin/billing/invoices/{id}/write-off',
    summary: 'Write off an invoice',
    description: 'Gives up what is still open. Money that arrives later takes the write-off back.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), reason: reasonSchema }),
    output: answer(invoiceDetailSchema),
  }),
  answerDispute: route({
    method: 'POST',
    path: '/v1/admin/billing/disputes/{id}/answer',
    summary: 'Answer a dispute',
    description:
      'Accepted: the line is dropped, or credited when its invoice was issued. Rejected: the line goes onto the next draft.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), accept: z.boolean(), answer: reasonSchema }),
    output: answer(z.object({ credit_note_id: z.uuid().nullable() })),
  }),
  recordCreditTransfer: route({
    method: 'POST',
    path: '/v1/admin/billing/credits/{id}/transfers',
    summary: 'Record the transfer for prepaid credit',
    description: 'The credit becomes available with the amount that arrived.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), amount: decimalSchema, received_on: z.iso.date(), reference: nameSchema(140) }),
    output: answer(creditSchema),
  }),
  refund: route({
    method: 'POST',
    path: '/v1/admin/billing/payments/{id}/refunds',
    summary: 'Refund a payment',
    description:
      'What it settled is owed again, unless a credit note took it off. Of a transfer it records that the money was sent back; an online payment is given back through the payment service.',
    tag,
    needs,
    input: z.object({ id: z.uuid(), amount: decimalSchema, reason: reasonSchema }),
    output: answer(z.object({ refund_id: z.uuid(), state: refundStateSchema })),
  }),
}

/** Billing of every customer, for the operator of the installation. */
import { billingSettingsSchema } from '@kept/domain/billing/settings.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { invoiceDetailSchema } from './shapes.ts'

const tag = 'Billing'
const needs = 'billing:operate' as const

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
}

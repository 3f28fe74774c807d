/** The books over all customers, for the operator. */
import { journalAccountSchema } from '@kept/domain/billing/journal.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, route } from '../../route.ts'
import { disputeSchema, invoiceSummarySchema } from './shapes.ts'

const tag = 'Billing'
const needs = 'billing:operate' as const

/** Days on which postings were booked; the end is exclusive. */
export const journalExportQuery = z.object({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional() })

const customerInvoiceSchema = z.object({
  customer: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  invoice: invoiceSummarySchema,
})

const receivablesSchema = z.object({
  currencies: z.array(
    z.object({
      currency: currencySchema,
      total: decimalSchema,
      not_due: decimalSchema,
      days_1_30: decimalSchema,
      days_31_60: decimalSchema,
      days_61_90: decimalSchema,
      over_90: decimalSchema,
    }),
  ),
  open: z.array(customerInvoiceSchema),
  /** Amounts of a draft are zero until it is issued. */
  drafts: z.array(customerInvoiceSchema),
})
export type Receivables = z.infer<typeof receivablesSchema>

const openDisputeSchema = z.object({
  customer: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  /** Of the disputed document; null: a draft. */
  number: z.string().nullable(),
  dispute: disputeSchema,
})
export type OpenDispute = z.infer<typeof openDisputeSchema>

export const billingBooks = {
  disputes: route({
    method: 'GET',
    path: '/v1/admin/billing/disputes',
    summary: 'List open disputes',
    description: 'Of every customer, the oldest first. Answer each with `POST /v1/admin/billing/disputes/{id}/answer`.',
    tag,
    needs,
    input: z.object({}),
    output: answer(z.array(openDisputeSchema)),
  }),
  receivables: route({
    method: 'GET',
    path: '/v1/admin/billing/receivables',
    summary: 'List receivables',
    description:
      'What every customer owes, by days past the due date, and drafts that wait for the end of their window.',
    tag,
    needs,
    input: z.object({}),
    output: answer(receivablesSchema),
  }),
  trialBalance: route({
    method: 'GET',
    path: '/v1/admin/billing/trial-balance',
    summary: 'Get the trial balance',
    description: 'Debits and credits of every account up to a day, the end exclusive.',
    tag,
    needs,
    input: z.object({ end_date: z.iso.date().optional() }),
    output: answer(
      z.object({
        currencies: z.array(
          z.object({
            currency: currencySchema,
            accounts: z.array(
              z.object({
                account: journalAccountSchema,
                debit: decimalSchema,
                credit: decimalSchema,
                /** Debit less credit. */
                balance: decimalSchema,
              }),
            ),
            debit: decimalSchema,
            credit: decimalSchema,
            is_balanced: z.boolean(),
          }),
        ),
      }),
    ),
  }),
}

/** What the billing routes answer with. Amounts are decimals with exactly the currency's minor digits. */
import { billingAccountSchema } from '@kept/domain/billing/account.ts'
import { invoiceDocumentSchema, invoiceKindSchema, lineGroupSchema } from '@kept/domain/billing/invoice-document.ts'
import {
  creditSourceSchema,
  creditStateSchema,
  disputeStateSchema,
  documentStateSchema,
  paymentAttemptStateSchema,
  paymentStateSchema,
  railSchema,
  refundStateSchema,
  subscriptionStatusSchema,
  syncStateSchema,
} from '@kept/domain/billing/states.ts'
import { monthSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'

/** An organization's id or slug. */
export const organizationParameter = { organization: z.string().min(1).max(80) }

export const invoiceSummarySchema = z.object({
  id: z.uuid(),
  kind: invoiceKindSchema,
  /** Null: a draft. */
  number: z.string().nullable(),
  state: documentStateSchema,
  payment_state: paymentStateSchema,
  sync_state: syncStateSchema,
  period: monthSchema,
  currency: currencySchema,
  created_at: z.iso.datetime(),
  /** Of a draft: when it is issued, and until when its lines can be disputed. */
  issues_at: z.iso.datetime().nullable(),
  issued_on: z.iso.date().nullable(),
  due_on: z.iso.date().nullable(),
  is_overdue: z.boolean(),
  net: decimalSchema,
  tax: decimalSchema,
  gross: decimalSchema,
  credit_applied: decimalSchema,
  due: decimalSchema,
  paid: decimalSchema,
  /** Credit applied after it was issued. */
  credited: decimalSchema,
  written_off: decimalSchema,
  /** What is still to be paid; zero for a draft and a credit note. */
  open: decimalSchema,
})
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>

export const disputeSchema = z.object({
  id: z.uuid(),
  invoice_id: z.uuid(),
  line_id: z.uuid(),
  description: z.string(),
  fee: decimalSchema,
  currency: currencySchema,
  state: disputeStateSchema,
  reason: z.string(),
  opened_by: z.string(),
  opened_at: z.iso.datetime(),
  answer: z.string(),
  answered_at: z.iso.datetime().nullable(),
  credit_note_id: z.uuid().nullable(),
})
export type DisputeAnswer = z.infer<typeof disputeSchema>

export const paymentSchema = z.object({
  id: z.uuid(),
  invoice_id: z.uuid().nullable(),
  credit_id: z.uuid().nullable(),
  rail: railSchema,
  state: paymentAttemptStateSchema,
  amount: decimalSchema,
  currency: currencySchema,
  refunded: decimalSchema,
  /** Taken back by the customer's bank. */
  disputed: decimalSchema,
  reference: z.string(),
  failure_reason: z.string(),
  /** Where the customer confirms the payment; null when nothing is asked of them. */
  action_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  received_on: z.iso.date().nullable(),
})
export type PaymentAnswer = z.infer<typeof paymentSchema>

const refundSchema = z.object({
  id: z.uuid(),
  payment_id: z.uuid(),
  state: refundStateSchema,
  amount: decimalSchema,
  reason: z.string(),
  created_at: z.iso.datetime(),
})

const emailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
})

export const invoiceDetailSchema = z.object({
  invoice: invoiceSummarySchema,
  /** Of a draft: as it would be issued now. Of an issued document: frozen. */
  document: invoiceDocumentSchema,
  /** True: the draft waits for billing details and is not issued without them. */
  details_missing: z.boolean(),
  disputes: z.array(disputeSchema),
  /** Disputed lines that left this draft. */
  held_lines: z.array(
    z.object({
      id: z.uuid(),
      group: lineGroupSchema,
      description: z.string(),
      period: monthSchema,
      fee: decimalSchema,
    }),
  ),
  payments: z.array(paymentSchema),
  refunds: z.array(refundSchema),
  /** Credit notes that correct it. */
  credit_notes: z.array(invoiceSummarySchema),
  emails: z.array(emailSchema),
})
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>

export const creditSchema = z.object({
  id: z.uuid(),
  source: creditSourceSchema,
  state: creditStateSchema,
  currency: currencySchema,
  amount: decimalSchema,
  remaining: decimalSchema,
  /** The credit note it comes from. */
  invoice_id: z.uuid().nullable(),
  /** What a transfer for it must quote. */
  reference: z.string(),
  created_at: z.iso.datetime(),
  available_at: z.iso.datetime().nullable(),
  uses: z.array(
    z.object({ invoice_id: z.uuid(), number: z.string().nullable(), amount: decimalSchema, used_at: z.iso.datetime() }),
  ),
})
export type CreditAnswer = z.infer<typeof creditSchema>

export const accountAnswerSchema = billingAccountSchema.extend({
  /** Days until an invoice is due. */
  terms_days: z.int(),
  updated_at: z.iso.datetime(),
})
export type AccountAnswer = z.infer<typeof accountAnswerSchema>

export const subscriptionSchema = z.object({
  plan: z.literal('performance'),
  status: subscriptionStatusSchema,
  started_on: z.iso.date(),
  notice_days: z.int(),
  canceled_at: z.iso.datetime().nullable(),
  /** The last day of service. Months that are complete by then are billed. */
  ends_on: z.iso.date().nullable(),
  /** When service would end if notice were given today. */
  ends_on_if_canceled: z.iso.date(),
  cancel_reason: z.string(),
})
export type SubscriptionAnswer = z.infer<typeof subscriptionSchema>

const currencyOverviewSchema = z.object({
  currency: currencySchema,
  /** Issued and not settled yet, and the part of it that is past its due date. */
  open: decimalSchema,
  overdue: decimalSchema,
  credit: decimalSchema,
  /** From signed statements to date. */
  verified: decimalSchema,
  fee: decimalSchema,
  /** Of the months that are not closed. Null while nothing is provisional. */
  next: z
    .object({
      periods: z.array(monthSchema),
      /** Savings so far, not signed yet. */
      provisional: decimalSchema,
      /** The fee of that, with the interval in which it is likely to be at the end of the month. */
      fee: decimalSchema,
      fee_low: decimalSchema,
      fee_high: decimalSchema,
    })
    .nullable(),
  draft: z.object({ id: z.uuid(), due: decimalSchema, issues_at: z.iso.datetime() }).nullable(),
})

export const billingOverviewSchema = z.object({
  currencies: z.array(currencyOverviewSchema),
  subscription: subscriptionSchema,
  details_missing: z.boolean(),
  /** How invoices can be paid. */
  rails: z.array(railSchema),
})
export type BillingOverview = z.infer<typeof billingOverviewSchema>

export const billingUsageSchema = z.object({
  months: z.array(
    z.object({
      period: monthSchema,
      currency: currencySchema,
      /** `final`: signed. `provisional`: calculated from the bill so far. */
      state: z.enum(['provisional', 'final']),
      verified: decimalSchema,
      fee: decimalSchema,
      /** What each action saved, and its part of the fee; of a provisional month to date. */
      actions: z.array(
        z.object({
          action_id: z.string(),
          title: z.string(),
          saved: decimalSchema,
          fee: decimalSchema,
          /**
           * With `by_day`: what each day (UTC) saved as measured, before replaced capacity, idle commitments and the
           * uncertainty of models are taken off. Empty where the month was calculated by an older version.
           */
          days: z.array(z.object({ date: z.iso.date(), saved: decimalSchema })),
        }),
      ),
    }),
  ),
})
export type BillingUsage = z.infer<typeof billingUsageSchema>

/** States of billing. Document, payment and synchronization with a rail are three states apart: none follows from another. */
import * as z from 'zod'

/** Only a draft is deleted or voided; an issued document is corrected by a credit note. */
const documentStates = ['draft', 'issued', 'voided'] as const
export const documentStateSchema = z.enum(documentStates)
export type DocumentState = z.infer<typeof documentStateSchema>

const paymentStates = [
  'none',
  'pending',
  'action_required',
  'partial',
  'paid',
  'failed',
  'refunded',
  'uncollectible',
] as const
export const paymentStateSchema = z.enum(paymentStates)
export type PaymentState = z.infer<typeof paymentStateSchema>

/** Of an invoice with a payment rail; `off`: paid by transfer. */
const syncStates = ['off', 'pending', 'ok', 'failed'] as const
export const syncStateSchema = z.enum(syncStates)
export type SyncState = z.infer<typeof syncStateSchema>

const rails = ['transfer', 'stripe'] as const
export const railSchema = z.enum(rails)
export type Rail = z.infer<typeof railSchema>

/** One attempt to pay. */
const paymentAttemptStates = ['pending', 'action_required', 'paid', 'failed', 'canceled'] as const
export const paymentAttemptStateSchema = z.enum(paymentAttemptStates)
export type PaymentAttemptState = z.infer<typeof paymentAttemptStateSchema>

const refundStates = ['pending', 'paid', 'failed'] as const
export const refundStateSchema = z.enum(refundStates)
export type RefundState = z.infer<typeof refundStateSchema>

/** `held`: disputed, and on no invoice. `dropped`: never charged. */
const lineStates = ['billed', 'held', 'dropped'] as const
const lineStateSchema = z.enum(lineStates)
export type LineState = z.infer<typeof lineStateSchema>

const disputeStates = ['open', 'accepted', 'rejected'] as const
export const disputeStateSchema = z.enum(disputeStates)
export type DisputeState = z.infer<typeof disputeStateSchema>

/** `pending`: bought, and the transfer has not arrived. */
const creditStates = ['pending', 'available', 'canceled'] as const
export const creditStateSchema = z.enum(creditStates)
export type CreditState = z.infer<typeof creditStateSchema>

const creditSources = ['purchase', 'credit_note', 'overpayment'] as const
export const creditSourceSchema = z.enum(creditSources)
export type CreditSource = z.infer<typeof creditSourceSchema>

/** `canceling`: notice was given, and the last day has not passed. */
const subscriptionStatuses = ['active', 'canceling', 'ended'] as const
export const subscriptionStatusSchema = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>

/**
 * What people filter documents for. `open`: an issued invoice with something left to pay; `overdue`: one of these whose
 * due date has passed; `paid`: an issued invoice with nothing left to pay that was not written off.
 */
const invoiceStatuses = ['draft', 'open', 'overdue', 'paid', 'uncollectible', 'voided'] as const
export const invoiceStatusSchema = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>

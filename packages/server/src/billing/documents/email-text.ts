/** What emails about documents, payments and disputes say. */
import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { DisputeRow } from '@kept/store/billing/disputes.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import type { StoppedPayment } from '@kept/store/billing/written-about.ts'

export interface EmailText {
  subject: string
  body: string
}

interface EmailContext {
  settings: BillingSettings
  /** Of the invoice in the dashboard. */
  url: string
}

const moneyOf = ({ currency }: InvoiceRow, minor: bigint) => formatMoney(amountText(minor, currency), currency)

export function issuedText(invoice: InvoiceRow, context: EmailContext): EmailText {
  const { kind, number, period, gross, dueOn } = invoice
  const month = formatMonth(`${period}-01`)
  if (kind === 'credit_note')
    return {
      subject: `Credit note ${number}: ${moneyOf(invoice, gross)}`,
      body: paragraphsOf(context, [
        `Credit note ${number} for ${month} gives back ${moneyOf(invoice, gross)}.`,
        'It settles the invoice it corrects first. What is left is added to your credit.',
      ]),
    }
  const open = openAmount(invoice)
  const isOwed = open > 0n
  return {
    subject: isOwed
      ? `Invoice ${number}: ${moneyOf(invoice, open)}, due ${dueOn}`
      : `Invoice ${number}: nothing to pay`,
    body: paragraphsOf(context, [
      `Invoice ${number} for ${month} comes to ${moneyOf(invoice, gross)}.`,
      isOwed ? `${moneyOf(invoice, open)} is due by ${dueOn}.` : 'Your credit covers it.',
      ...(isOwed ? transferLines(invoice, context) : []),
    ]),
  }
}

export function dueText(invoice: InvoiceRow, context: EmailContext & { isCharged: boolean }): EmailText {
  const { number, dueOn } = invoice
  const open = moneyOf(invoice, openAmount(invoice))
  return {
    subject: `Invoice ${number} is due on ${dueOn}: ${open}`,
    body: paragraphsOf(
      context,
      context.isCharged
        ? [`${open} of invoice ${number} is charged to your default payment method on ${dueOn}.`]
        : [`${open} of invoice ${number} is due on ${dueOn}.`, ...transferLines(invoice, context)],
    ),
  }
}

export function stoppedText(invoice: InvoiceRow, payment: StoppedPayment, context: EmailContext): EmailText {
  const { number } = invoice
  const amount = moneyOf(invoice, payment.amount)
  if (payment.state === 'action_required')
    return {
      subject: `Confirm the payment of invoice ${number}: ${amount}`,
      body: paragraphsOf(context, [`Your bank asks you to confirm the payment of ${amount} for invoice ${number}.`]),
    }
  return {
    subject: `Payment of invoice ${number} failed: ${amount}`,
    body: paragraphsOf(context, [
      `${amount} of invoice ${number} could not be charged. ${payment.failureReason || 'The payment method was declined.'}`,
      'Pay with another method or by bank transfer.',
      ...transferLines(invoice, context),
    ]),
  }
}

export function answeredText(invoice: InvoiceRow, dispute: DisputeRow, context: EmailContext): EmailText {
  const { state, description, period, answer, fee, creditNoteId } = dispute
  const amount = moneyOf(invoice, fee)
  const line = `"${description}" of ${formatMonth(`${period}-01`)}, ${amount}`
  const paper = invoice.number === null ? 'the draft invoice' : `invoice ${invoice.number}`
  const outcome =
    state === 'rejected'
      ? 'The line stays as it is. If it left its invoice, the next one has it.'
      : creditNoteId === null
        ? 'The line is not billed.'
        : 'A credit note gives it back.'
  return {
    subject: `Your dispute was ${state}: ${description}, ${amount}`,
    body: paragraphsOf(context, [
      `You disputed the line ${line}, of ${paper}. The dispute was ${state}. ${outcome}`,
      ...(answer ? [`The answer: ${answer}`] : []),
    ]),
  }
}

function transferLines({ number }: InvoiceRow, { settings }: EmailContext): string[] {
  const bank =
    settings.bank_lines.length > 0 ? ['To pay by bank transfer, use this account:', ...settings.bank_lines] : []
  return [[...bank, `Quote ${number} in a bank transfer.`].join('\n')]
}

function paragraphsOf({ settings, url }: EmailContext, paragraphs: readonly string[]): string {
  return [...paragraphs, `See it here: ${url}`, settings.seller.name].join('\n\n')
}

/** What a reminder says. */
import type { DunningAction } from '@kept/domain/billing/dunning-actions.ts'
import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'

interface Reminder {
  action: DunningAction
  settings: BillingSettings
  url: string
}

export function reminderText(
  invoice: InvoiceRow,
  { action, settings, url }: Reminder,
): { subject: string; body: string } {
  const { number, currency, issuedOn, dueOn } = invoice
  const open = formatMoney(amountText(openAmount(invoice), currency), currency)
  const beginning = action === 'second_reminder' ? 'Second reminder' : 'Reminder'
  const bank =
    settings.bank_lines.length > 0 ? ['To pay by bank transfer, use this account:', ...settings.bank_lines] : []
  const body = [
    `Invoice ${number} of ${issuedOn} was due on ${dueOn}, and ${open} is still to be paid.`,
    `See and pay it here: ${url}`,
    [...bank, `Quote ${number} in a bank transfer.`].join('\n'),
    'If you paid in the last few days, you need not do anything.',
    settings.seller.name,
  ]
  return { subject: `${beginning}: ${open} of invoice ${number} is overdue`, body: body.join('\n\n') }
}

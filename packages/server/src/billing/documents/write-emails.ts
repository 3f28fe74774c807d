/**
 * Writes the emails about issued documents, due dates and payments that stopped. What is still to be written about is
 * found in the database, so nothing is lost with a process, and each event is written about once. A separate step sends.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { addEmail } from '@kept/store/billing/email-outbox.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import { findDefaultMethod } from '@kept/store/billing/payment-methods.ts'
import { readAccount, readSettings } from '@kept/store/billing/settings.ts'
import {
  listDueUnwritten,
  listIssuedUnwritten,
  listStoppedUnwritten,
  type StoppedPayment,
} from '@kept/store/billing/written-about.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { isDemoOrganization } from '@kept/store/organizations/list.ts'
import { listPayers } from '@kept/store/savings/payers.ts'
import type { Services } from '../../platform/context.ts'
import { invoicePath } from '../invoice-path.ts'
import { dueText, type EmailText, issuedText, stoppedText } from './email-text.ts'
import { requireInvoice } from './load-document.ts'
import { notifyDue } from './notify.ts'
import { recipientsOf } from './recipients.ts'

export type EmailDeps = Pick<Services, 'state' | 'log' | 'now' | 'origin' | 'mail' | 'paymentRail'>

/** Nothing is written about what is older. */
const newsMs = 7 * 24 * 3600_000
/** Days before the due date. */
const daysBeforeDue = 3

/** Returns how many were written. The demo writes to no one. */
export async function writeEmails(deps: EmailDeps, scope: Scope): Promise<number> {
  const { state, now, origin, paymentRail } = deps
  const { database } = state
  if (await isDemoOrganization(database, scope)) return 0
  const payers = await listPayers(database, scope)
  const today = utcDay(now().getTime())
  const since = new Date(now().getTime() - newsMs)
  return database.scoped(scope, async (tx) => {
    const { settings } = await readSettings(tx)
    const write = writerOf(tx, { recipients: await recipientsOf(tx, payers), now: now() })
    const context = (invoice: InvoiceRow) => ({ settings, url: `${origin()}${invoicePath(invoice.id)}` })
    let written = 0
    for (const invoice of await listIssuedUnwritten(tx, since))
      written += await write(invoice, 'issued', issuedText(invoice, context(invoice)))
    const isCharged = paymentRail !== undefined && (await isChargedOnline(tx))
    for (const invoice of await listDueUnwritten(tx, { today, until: addDays(today, daysBeforeDue) })) {
      const added = await write(invoice, 'due', dueText(invoice, { ...context(invoice), isCharged }))
      if (added > 0) await notifyDue(tx, invoice, { open: openText(invoice), isCharged })
      written += added
    }
    for (const payment of await listStoppedUnwritten(tx, since)) {
      const invoice = await requireInvoice(tx, payment.invoiceId)
      written += await write(invoice, 'payment', stoppedText(invoice, payment, context(invoice)), payment)
    }
    return written
  })
}

/** Returns 1 where the event was not written about before, and 0 otherwise. */
function writerOf(tx: ScopedTransaction, { recipients, now }: { recipients: readonly string[]; now: Date }) {
  return async (
    { id: invoiceId }: InvoiceRow,
    kind: 'issued' | 'due' | 'payment',
    text: EmailText,
    payment?: StoppedPayment,
  ): Promise<number> => {
    const source = payment ? `payment ${payment.state} ${payment.id}` : `${kind} ${invoiceId}`
    return (await addEmail(tx, { invoiceId, kind, recipients, ...text, source, now })) === undefined ? 0 : 1
  }
}

async function isChargedOnline(tx: ScopedTransaction): Promise<boolean> {
  const account = await readAccount(tx)
  return account?.preferred_rail === 'stripe' && (await findDefaultMethod(tx)) !== undefined
}

function openText(invoice: InvoiceRow): string {
  return formatMoney(amountText(openAmount(invoice), invoice.currency), invoice.currency)
}

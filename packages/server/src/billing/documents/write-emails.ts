/**
 * Writes the emails about issued documents, due dates, answered disputes and payments that stopped. What is still to be written about is
 * found in the database, so nothing is lost with a process, and each event is written about once. A separate step sends.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { readDispute } from '@kept/store/billing/disputes.ts'
import { addEmail } from '@kept/store/billing/email-outbox.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import { findDefaultMethod } from '@kept/store/billing/payment-methods.ts'
import { readAccount, readSettings } from '@kept/store/billing/settings.ts'
import {
  listAnsweredUnwritten,
  listDueUnwritten,
  listIssuedUnwritten,
  listStoppedUnwritten,
} from '@kept/store/billing/written-about.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { isDemoOrganization } from '@kept/store/organizations/list.ts'
import { listPayers } from '@kept/store/savings/payers.ts'
import type { Services } from '../../platform/context.ts'
import { invoicePath } from '../invoice-path.ts'
import { answeredText, dueText, type EmailText, issuedText, stoppedText } from './email-text.ts'
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
    for (const id of await listAnsweredUnwritten(tx, since)) written += await writeAnswer(tx, id, { write, context })
    const isCharged = paymentRail !== undefined && (await isChargedOnline(tx))
    for (const invoice of await listDueUnwritten(tx, { today, until: addDays(today, daysBeforeDue) })) {
      const added = await write(invoice, 'due', dueText(invoice, { ...context(invoice), isCharged }))
      if (added > 0) await notifyDue(tx, invoice, { open: openText(invoice), isCharged })
      written += added
    }
    for (const payment of await listStoppedUnwritten(tx, since)) {
      const invoice = await requireInvoice(tx, payment.invoiceId)
      const source = `payment ${payment.state} ${payment.id}`
      written += await write(invoice, 'payment', stoppedText(invoice, payment, context(invoice)), source)
    }
    return written
  })
}

/** Returns 1 where the event was not written about before, and 0 otherwise. */
function writerOf(tx: ScopedTransaction, { recipients, now }: { recipients: readonly string[]; now: Date }) {
  return async (
    { id: invoiceId }: InvoiceRow,
    kind: 'issued' | 'due' | 'payment' | 'dispute',
    text: EmailText,
    source = `${kind} ${invoiceId}`,
  ): Promise<number> => {
    return (await addEmail(tx, { invoiceId, kind, recipients, ...text, source, now })) === undefined ? 0 : 1
  }
}

interface Writing {
  write: ReturnType<typeof writerOf>
  context(invoice: InvoiceRow): Parameters<typeof answeredText>[2]
}

async function writeAnswer(tx: ScopedTransaction, disputeId: string, { write, context }: Writing): Promise<number> {
  const dispute = await readDispute(tx, disputeId)
  if (!dispute) throw new Error(`dispute ${disputeId} does not exist`)
  const invoice = await requireInvoice(tx, dispute.invoiceId)
  return write(invoice, 'dispute', answeredText(invoice, dispute, context(invoice)), `dispute ${disputeId}`)
}

async function isChargedOnline(tx: ScopedTransaction): Promise<boolean> {
  const account = await readAccount(tx)
  return account?.preferred_rail === 'stripe' && (await findDefaultMethod(tx)) !== undefined
}

function openText(invoice: InvoiceRow): string {
  return formatMoney(amountText(openAmount(invoice), invoice.currency), invoice.currency)
}

/**
 * Issues a draft: number, dates, frozen document, journal and credit in one transaction, which calls no service. The
 * number is spent last, when nothing else can fail.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { applyCredits } from '@kept/engine/billing/apply-credits.ts'
import { bookCreditApplied, bookCreditNote, bookIssue } from '@kept/engine/billing/journal-entries.ts'
import { paymentStateOf } from '@kept/engine/billing/payment-state.ts'
import type { Totals } from '@kept/engine/billing/totals.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { addCredit, listOpenCredits, useCredit } from '@kept/store/billing/credits.ts'
import { type InvoiceRow, saveIssued } from '@kept/store/billing/invoices.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import { lockBilling, nextNumber } from '@kept/store/billing/lock.ts'
import { readSettings } from '@kept/store/billing/settings.ts'
import { findInvoiceOfMonth } from '@kept/store/billing/statements.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { applyCorrections } from '../payments/apply-corrections.ts'
import { buildDraft, type Correction, requireInvoice } from './load-document.ts'
import { notifyIssued } from './notify.ts'

/** Returns the number. Throws conflict for a document that is no draft, that is empty or lacks billing details. */
export async function issueInvoice(
  tx: ScopedTransaction,
  id: string,
  { now, correction }: { now: Date; correction?: Correction },
): Promise<string> {
  await lockBilling(tx)
  const draft = await requireInvoice(tx, id)
  if (draft.state !== 'draft')
    throw new KeptError('conflict', `Invoice ${draft.number ?? id} is ${draft.state} already.`)
  const preview = await buildDraft(tx, draft)
  if (preview.detailsMissing)
    throw new KeptError('conflict', 'This draft has no billing details yet. Add a name and an address, then issue it.')
  if (preview.document.lines.length === 0)
    throw new KeptError(
      'conflict',
      'This draft has no lines, because all of them are disputed. Answer the disputes first.',
    )
  const { kind } = preview.document
  const corrects = kind === 'credit_note' ? await correctedBy(tx, draft) : null
  const invoice = { ...draft, kind, correctsInvoiceId: corrects }
  const issuedOn = utcDay(now.getTime())
  const dueOn = addDays(issuedOn, kind === 'credit_note' ? 0 : preview.document.terms_days)
  const series = await seriesOf(tx, kind, issuedOn)
  const number = await nextNumber(tx, series)
  const { document, totals } = await buildDraft(tx, invoice, { issued: { number, issuedOn, dueOn }, correction })
  const due = kind === 'credit_note' ? 0n : totals.due
  const settlement = { due, paid: 0n, credited: 0n, writtenOff: 0n }
  await saveIssued(tx, id, {
    ...{ kind, number, issuedAt: now, issuedOn, dueOn, document, correctsInvoiceId: corrects },
    ...{ net: totals.net, tax: totals.tax, gross: totals.gross, creditApplied: totals.creditApplied, due },
    paymentState: paymentStateOf(settlement, { attempt: null, refunded: false }),
  })
  await book(tx, { ...invoice, number }, totals, now)
  await notifyIssued(tx, { organizationId: tx.scopedTo }, { document, invoiceId: id })
  return number
}

/** A draft that turned negative corrects the invoice of its month. */
async function correctedBy(tx: ScopedTransaction, { id, correctsInvoiceId, period, currency }: InvoiceRow) {
  if (correctsInvoiceId !== null) return correctsInvoiceId
  const invoice = await findInvoiceOfMonth(tx, { period, currency })
  return invoice === undefined || invoice === id ? null : invoice
}

/** "KPT-2026", and "KPT-CN-2026" for credit notes. The demo has series of its own. */
async function seriesOf(tx: ScopedTransaction, kind: InvoiceRow['kind'], issuedOn: string): Promise<string> {
  const { settings } = await readSettings(tx)
  const { demo } = await tx
    .selectFrom('organization')
    .select('demo')
    .where('id', '=', tx.scopedTo)
    .executeTakeFirstOrThrow()
  const prefix = demo ? 'DEMO' : settings.number_prefix
  return [prefix, ...(kind === 'credit_note' ? ['CN'] : []), issuedOn.slice(0, 4)].join('-')
}

async function book(
  tx: ScopedTransaction,
  { id, kind, currency, number, correctsInvoiceId }: InvoiceRow & { number: string },
  totals: Totals,
  now: Date,
): Promise<void> {
  const event = { id, currency, reference: number }
  const booked = { invoiceId: id, now }
  if (kind === 'credit_note') {
    await bookTransaction(tx, bookCreditNote(event, totals), booked)
    if (totals.gross === 0n) return
    await addCredit(tx, {
      ...{ currency, source: 'credit_note', amount: totals.gross, invoiceId: id, reference: number },
      ...{ createdBy: 'Kept', now },
    })
    if (correctsInvoiceId !== null) await applyCorrections(tx, correctsInvoiceId, now)
    return
  }
  await bookTransaction(tx, bookIssue(event, totals), booked)
  for (const { id: creditId, amount } of applyCredits(await listOpenCredits(tx, currency), totals.creditApplied)) {
    const use = await useCredit(tx, { creditId, invoiceId: id, amount, now })
    await bookTransaction(tx, bookCreditApplied({ ...event, use }, amount), booked)
  }
}

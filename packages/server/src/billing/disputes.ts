/**
 * Disputes of lines. Before its invoice is issued a disputed line leaves the draft: accepted it is dropped, rejected it
 * goes onto the next draft. Afterwards an accepted dispute gives a credit note.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { exactAmount } from '@kept/engine/billing/minor.ts'
import { negate } from '@kept/foundation/decimal.ts'
import {
  addDispute,
  answerDispute,
  type DisputeRow,
  listDisputesOf,
  readDispute,
} from '@kept/store/billing/disputes.ts'
import { createDraft } from '@kept/store/billing/invoices.ts'
import { addLines, attachLine, chargedFor, dropLines, holdLine, readLine } from '@kept/store/billing/lines.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { balanceMonth } from './documents/balance-month.ts'
import { issueInvoice } from './documents/issue-invoice.ts'
import { requireInvoice } from './documents/load-document.ts'
import { openDraft } from './documents/open-draft.ts'

export async function openDispute(
  tx: ScopedTransaction,
  {
    invoiceId,
    lineId,
    reason,
    userName,
    now,
  }: { invoiceId: string; lineId: string; reason: string; userName: string; now: Date },
): Promise<string> {
  await lockBilling(tx)
  const invoice = await requireInvoice(tx, invoiceId)
  const disputes = await listDisputesOf(tx, { lineId })
  if (disputes.some(({ state }) => state === 'open')) throw new KeptError('conflict', 'This line is disputed already.')
  if (disputes.length > 0)
    throw new KeptError('conflict', 'A dispute of this line was answered before. Contact the operator.')
  const line = await readLine(tx, lineId)
  if (!line || line.invoiceId !== invoiceId) throw new KeptError('not_found', 'Invoice line not found.')
  if (invoice.kind === 'credit_note' || invoice.state === 'voided' || line.feeMinor <= 0n)
    throw new KeptError('conflict', 'Only a line that charges a fee can be disputed.')
  const id = await addDispute(tx, { invoiceId, lineId, reason, openedBy: userName, now })
  if (invoice.state === 'draft') await holdLine(tx, lineId)
  return id
}

interface Answer {
  accept: boolean
  text: string
  userName: string
  now: Date
}

/** Returns the id of the credit note, if the answer made one. */
export async function answer(
  tx: ScopedTransaction,
  disputeId: string,
  { accept, text, userName, now }: Answer,
): Promise<string | null> {
  await lockBilling(tx)
  const dispute = await readDispute(tx, disputeId)
  if (!dispute) throw new KeptError('not_found', 'Dispute not found.')
  if (dispute.state !== 'open') throw new KeptError('conflict', `This dispute was ${dispute.state} before.`)
  const isHeld = dispute.lineState === 'held'
  const creditNoteId = accept && !isHeld ? await creditLine(tx, dispute, { text, now }) : null
  await answerDispute(tx, disputeId, {
    ...{ state: accept ? 'accepted' : 'rejected', text, answeredBy: userName, now, creditNoteId },
  })
  if (isHeld && accept) await drop(tx, dispute, now)
  if (isHeld && !accept) await attachLine(tx, dispute.lineId, (await openDraft(tx, { ...dispute, now })).id)
  return creditNoteId
}

async function drop(tx: ScopedTransaction, { lineId, period, currency }: DisputeRow, now: Date): Promise<void> {
  await dropLines(tx, [lineId])
  const line = await readLine(tx, lineId)
  if (!line) throw new Error(`line ${lineId} does not exist`)
  const month = { period, currency, statementId: line.statementId }
  await balanceMonth(tx, month, async () => (await openDraft(tx, { period, currency, now })).id)
}

/** A credit note over the line, or over what of its month was not given back before. */
async function creditLine(
  tx: ScopedTransaction,
  dispute: DisputeRow,
  { text, now }: { text: string; now: Date },
): Promise<string> {
  const line = await readLine(tx, dispute.lineId)
  if (!line) throw new Error(`line ${dispute.lineId} does not exist`)
  const { period, currency } = line
  const charged = await chargedFor(tx, { period, currency })
  const amount = line.feeMinor < charged ? line.feeMinor : charged
  if (amount <= 0n) throw new KeptError('conflict', `The fees of ${period} were given back before.`)
  const isComplete = amount === line.feeMinor
  const note = await createDraft(tx, {
    ...{ kind: 'credit_note', currency, period, now, issueAfter: now, correctsInvoiceId: dispute.invoiceId },
  })
  await addLines(tx, [
    {
      ...{ invoiceId: note.id, statementId: line.statementId, group: line.group, description: line.description },
      ...{ period, currency, feeMinor: -amount, saved: isComplete ? negate(line.saved) : '0' },
      feeExact: isComplete ? negate(line.feeExact) : exactAmount(-amount, currency),
      actions: isComplete
        ? line.actions.map((action) => ({ ...action, saved: negate(action.saved), fee: `-${action.fee}` }))
        : [],
    },
  ])
  await issueInvoice(tx, note.id, { now, correction: { line_ids: [line.id], reason: text || dispute.reason } })
  return note.id
}

/** Disputes of single lines, before and after their document is issued. */
import type { LineGroup } from '@kept/domain/billing/invoice-document.ts'
import type { DisputeState, LineState } from '@kept/domain/billing/states.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface DisputeRow {
  id: string
  invoiceId: string
  lineId: string
  state: DisputeState
  reason: string
  openedBy: string
  openedAt: Date
  answer: string
  answeredAt: Date | null
  creditNoteId: string | null
  description: string
  group: LineGroup
  period: string
  currency: string
  fee: bigint
  lineState: LineState
}

function selectDisputes(tx: ScopedTransaction) {
  return tx
    .selectFrom('billing_dispute as d')
    .innerJoin('billing_invoice_line as l', 'l.id', 'd.line_id')
    .select([
      ...(['d.id', 'd.invoice_id as invoiceId', 'd.line_id as lineId', 'd.state', 'd.reason'] as const),
      ...(['d.opened_by as openedBy', 'd.opened_at as openedAt', 'd.answer', 'd.answered_at as answeredAt'] as const),
      ...(['d.credit_note_id as creditNoteId', 'l.description', 'l.line_group as group', 'l.period'] as const),
      ...(['l.currency', 'l.fee_minor as feeMinor', 'l.state as lineState'] as const),
    ])
}

export async function addDispute(
  tx: ScopedTransaction,
  dispute: { invoiceId: string; lineId: string; reason: string; openedBy: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('billing_dispute')
    .values({
      ...{ organization_id: tx.scopedTo, invoice_id: dispute.invoiceId, line_id: dispute.lineId, state: 'open' },
      ...{ reason: dispute.reason, opened_by: dispute.openedBy, opened_at: dispute.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function readDispute(tx: ScopedTransaction, id: string): Promise<DisputeRow | undefined> {
  const row = await selectDisputes(tx).where('d.id', '=', id).executeTakeFirst()
  return row && toDispute(row)
}

export async function listDisputesOf(
  tx: ScopedTransaction,
  filter: { invoiceId: string } | { lineId: string },
): Promise<DisputeRow[]> {
  const rows = await selectDisputes(tx)
    .$if('invoiceId' in filter, (query) =>
      query.where('d.invoice_id', '=', 'invoiceId' in filter ? filter.invoiceId : ''),
    )
    .$if('lineId' in filter, (query) => query.where('d.line_id', '=', 'lineId' in filter ? filter.lineId : ''))
    .orderBy('d.opened_at')
    .execute()
  return rows.map(toDispute)
}

export async function answerDispute(
  tx: ScopedTransaction,
  id: string,
  answer: { state: 'accepted' | 'rejected'; text: string; answeredBy: string; now: Date; creditNoteId: string | null },
): Promise<void> {
  await tx
    .updateTable('billing_dispute')
    .set({
      ...{ state: answer.state, answer: answer.text, answered_by: answer.answeredBy, answered_at: answer.now },
      credit_note_id: answer.creditNoteId,
    })
    .where('id', '=', id)
    .execute()
}

function toDispute({ feeMinor, ...row }: Omit<DisputeRow, 'fee'> & { feeMinor: string }): DisputeRow {
  return { ...row, fee: BigInt(feeMinor) }
}

import { KeptError } from '@kept/domain/errors.ts'
import { voidDraft as markVoided } from '@kept/store/billing/invoices.ts'
import { dropLines, readLines } from '@kept/store/billing/lines.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from './load-document.ts'

/** The draft's fees are never charged. An issued document keeps its number and is corrected by a credit note. */
export async function voidDraft(
  tx: ScopedTransaction,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await lockBilling(tx)
  const invoice = await requireInvoice(tx, id)
  if (invoice.state !== 'draft')
    throw new KeptError('conflict', 'Only a draft can be voided. Correct an issued invoice with a credit note.')
  const lines = await readLines(tx, id)
  if (lines.some(({ feeMinor }) => feeMinor < 0n))
    throw new KeptError('conflict', 'This draft gives money back, so it has to be issued.')
  await dropLines(
    tx,
    lines.map((line) => line.id),
  )
  await markVoided(tx, id, { reason, now })
}

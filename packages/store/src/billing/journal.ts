/** Writes the journal. The database checks at the end of the transaction that debits and credits are equal. */
import type { JournalTransaction } from '@kept/domain/billing/journal.ts'
import type { ScopedTransaction } from '../database/connect.ts'

/** False when the event was booked before: then nothing is written. */
export async function bookTransaction(
  tx: ScopedTransaction,
  { postings, ...transaction }: JournalTransaction,
  { invoiceId, now }: { invoiceId: string | null; now: Date },
): Promise<boolean> {
  if (postings.length === 0) return false
  const organization_id = tx.scopedTo
  const row = await tx
    .insertInto('billing_journal_transaction')
    .values({ organization_id, ...transaction, invoice_id: invoiceId, booked_at: now })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await tx
    .insertInto('billing_journal_posting')
    .values(
      postings.map(({ account, side, minor }, index) => ({
        ...{ transaction_id: row.id, position: index + 1, organization_id, account },
        ...(side === 'debit' ? { debit_minor: minor } : { credit_minor: minor }),
      })),
    )
    .execute()
  return true
}

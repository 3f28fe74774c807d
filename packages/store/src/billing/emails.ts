/** What was sent about documents. */
import type { ScopedTransaction } from '../database/connect.ts'

interface SentEmail {
  id: string
  kind: string
  recipients: string[]
  subject: string
  state: 'waiting' | 'sent' | 'failed'
  created_at: string
  sent_at: string | null
}

/** Oldest first. */
export async function listEmailsOf(tx: ScopedTransaction, invoiceId: string): Promise<SentEmail[]> {
  const rows = await tx
    .selectFrom('billing_email')
    .select(['id', 'kind', 'recipients', 'subject', 'state', 'created_at', 'sent_at'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }))
}

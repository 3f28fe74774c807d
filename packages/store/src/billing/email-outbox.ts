/** Emails about documents on their way: stored with the change they are about, and sent afterwards. */
import type { ScopedTransaction } from '../database/connect.ts'

interface NewEmail {
  invoiceId: string
  kind: string
  recipients: readonly string[]
  subject: string
  body: string
  /** Names the event: it is written about once. */
  source: string
  now: Date
}

/** Undefined where the same event was written about before. */
export async function addEmail(tx: ScopedTransaction, email: NewEmail): Promise<string | undefined> {
  const { invoiceId, kind, recipients, subject, body, source, now } = email
  const row = await tx
    .insertInto('billing_email')
    .values({
      ...{ organization_id: tx.scopedTo, invoice_id: invoiceId, kind, subject, body, source, state: 'waiting' },
      ...{ recipients: JSON.stringify(recipients), created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

interface WaitingEmail {
  id: string
  kind: string
  recipients: string[]
  subject: string
  body: string
}

/** Oldest first, and those that failed before again. */
export function listWaitingEmails(tx: ScopedTransaction, limit: number): Promise<WaitingEmail[]> {
  return tx
    .selectFrom('billing_email')
    .select(['id', 'kind', 'recipients', 'subject', 'body'])
    .where('state', 'in', ['waiting', 'failed'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function saveSent(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx.updateTable('billing_email').set({ state: 'sent', error: '', sent_at: now }).where('id', '=', id).execute()
}

export async function saveNotSent(tx: ScopedTransaction, id: string, error: string): Promise<void> {
  await tx.updateTable('billing_email').set({ state: 'failed', error }).where('id', '=', id).execute()
}

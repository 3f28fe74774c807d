/** What routes of payment methods need to know about invoices. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** The number of an issued invoice that still asks for money. */
export async function findUncharged(tx: ScopedTransaction): Promise<string | undefined> {
  const row = await tx
    .selectFrom('billing_invoice')
    .select('number')
    .where('kind', '=', 'invoice')
    .where('state', '=', 'issued')
    .where(sql<boolean>`due_minor > paid_minor + credited_minor + written_off_minor`)
    .orderBy('due_on')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? undefined
}

export async function readNewestCurrency(tx: ScopedTransaction): Promise<string | undefined> {
  const row = await tx
    .selectFrom('billing_invoice')
    .select('currency')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.currency
}

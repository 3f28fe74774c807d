/** What is needed to book money that leaves again: the credit that belongs to a payment, and events booked before. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { OpenCredit } from './credits.ts'

/**
 * What is left of the credit that the payment left over (its reference begins with `overpayment`), or that a credit note
 * of its invoice put on the account.
 */
export async function listCreditsOfPayment(
  tx: ScopedTransaction,
  { invoiceId, overpayment }: { invoiceId: string; overpayment: string },
): Promise<OpenCredit[]> {
  const rows = await tx
    .selectFrom('billing_credit as c')
    .leftJoin('billing_invoice as n', 'n.id', 'c.invoice_id')
    .select(['c.id', 'c.remaining_minor'])
    .where('c.state', '=', 'available')
    .where('c.remaining_minor', '>', '0')
    .where(({ or, eb }) =>
      or([
        eb('n.corrects_invoice_id', '=', invoiceId),
        eb(sql<boolean>`starts_with(c.reference, ${overpayment})`, '=', true),
      ]),
    )
    .orderBy('c.available_at')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({ id: row.id, remaining: BigInt(row.remaining_minor) }))
}

/** How many events with this beginning of their source were booked: numbers the next one. */
export async function countBooked(tx: ScopedTransaction, prefix: string): Promise<number> {
  const { total } = await tx
    .selectFrom('billing_journal_transaction')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where(sql<boolean>`starts_with(source, ${prefix})`)
    .executeTakeFirstOrThrow()
  return Number(total)
}

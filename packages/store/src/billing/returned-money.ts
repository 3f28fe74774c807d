/** What is needed to book money that leaves again: the credit that a payment left over, and events booked before. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { OpenCredit } from './credits.ts'

/** What is left of credits whose reference begins so. */
export async function listCreditsByReference(tx: ScopedTransaction, beginning: string): Promise<OpenCredit[]> {
  const rows = await tx
    .selectFrom('billing_credit')
    .select(['id', 'remaining_minor'])
    .where('state', '=', 'available')
    .where('remaining_minor', '>', '0')
    .where(sql<boolean>`starts_with(reference, ${beginning})`)
    .orderBy('available_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, remaining: BigInt(row.remaining_minor) }))
}

/** How many events with this beginning of their source were booked: numbers the next one. */
export async function countBooked(tx: ScopedTransaction, beginning: string): Promise<number> {
  const { total } = await tx
    .selectFrom('billing_journal_transaction')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where(sql<boolean>`starts_with(source, ${beginning})`)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** What chargebacks of the payment booked as a loss, less what was made good. */
export async function readLoss(tx: ScopedTransaction, beginnings: readonly string[]): Promise<bigint> {
  const { loss } = await tx
    .selectFrom('billing_journal_transaction as t')
    .innerJoin('billing_journal_posting as p', 'p.transaction_id', 't.id')
    .select(sql<string>`coalesce(sum(p.debit_minor - p.credit_minor), 0)`.as('loss'))
    .where('p.account', '=', 'write_off')
    .where(({ or }) => or(beginnings.map((beginning) => sql<boolean>`starts_with(t.source, ${beginning})`)))
    .executeTakeFirstOrThrow()
  return BigInt(loss)
}

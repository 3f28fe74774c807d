/** The credit balance: what was prepaid or given back, used oldest first. The database keeps it from going below zero. */
import type { CreditSource } from '@kept/domain/billing/states.ts'
import type { ScopedTransaction } from '../database/connect.ts'

interface OpenCredit {
  id: string
  remaining: bigint
}

/** Available credit of a currency, oldest first. */
export async function listOpenCredits(tx: ScopedTransaction, currency: string): Promise<OpenCredit[]> {
  const rows = await tx
    .selectFrom('billing_credit')
    .select(['id', 'remaining_minor'])
    .where('state', '=', 'available')
    .where('currency', '=', currency)
    .where('remaining_minor', '>', '0')
    .orderBy('available_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id, remaining_minor }) => ({ id, remaining: BigInt(remaining_minor) }))
}

/** Uses credit for an invoice and returns the id of the use. */
export async function useCredit(
  tx: ScopedTransaction,
  { creditId, invoiceId, amount, now }: { creditId: string; invoiceId: string; amount: bigint; now: Date },
): Promise<string> {
  await tx
    .updateTable('billing_credit')
    .set((eb) => ({ remaining_minor: eb('remaining_minor', '-', String(amount)) }))
    .where('id', '=', creditId)
    .execute()
  const { id } = await tx
    .insertInto('billing_credit_use')
    .values({
      ...{ organization_id: tx.scopedTo, credit_id: creditId, invoice_id: invoiceId },
      ...{ amount_minor: amount, used_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewCredit {
  currency: string
  source: CreditSource
  amount: bigint
  invoiceId: string | null
  reference: string
  createdBy: string
  now: Date
}

/** A purchase is pending until its money arrives; a credit note is available at once. */
export async function addCredit(tx: ScopedTransaction, credit: NewCredit): Promise<string> {
  const isPurchase = credit.source === 'purchase'
  const { id } = await tx
    .insertInto('billing_credit')
    .values({
      ...{ organization_id: tx.scopedTo, currency: credit.currency, source: credit.source },
      ...{ state: isPurchase ? 'pending' : 'available', amount_minor: credit.amount },
      ...{ remaining_minor: isPurchase ? 0n : credit.amount, invoice_id: credit.invoiceId },
      ...{ reference: credit.reference, created_by: credit.createdBy, created_at: credit.now },
      available_at: isPurchase ? null : credit.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The money of a purchase arrived. */
export async function releasePurchase(
  tx: ScopedTransaction,
  id: string,
  { amount, now }: { amount: bigint; now: Date },
): Promise<void> {
  await tx
    .updateTable('billing_credit')
    .set({ state: 'available', remaining_minor: amount, available_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

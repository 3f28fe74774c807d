/** The credit balance: what was prepaid or given back, used oldest first. The database keeps it from going below zero. */
import type { CreditSource, CreditState } from '@kept/domain/billing/states.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface OpenCredit {
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

/** The money of a purchase arrived: what arrived counts. False when it was available before. */
export async function releasePurchase(
  tx: ScopedTransaction,
  id: string,
  { amount, now }: { amount: bigint; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('billing_credit')
    .set({ state: 'available', amount_minor: amount, remaining_minor: amount, available_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What is left of the credit notes of an invoice, oldest first. */
export async function listCreditsOfCorrections(tx: ScopedTransaction, invoiceId: string): Promise<OpenCredit[]> {
  const rows = await tx
    .selectFrom('billing_credit as c')
    .innerJoin('billing_invoice as note', 'note.id', 'c.invoice_id')
    .select(['c.id', 'c.remaining_minor'])
    .where('c.source', '=', 'credit_note')
    .where('c.remaining_minor', '>', '0')
    .where('note.corrects_invoice_id', '=', invoiceId)
    .orderBy('c.available_at')
    .orderBy('c.id')
    .execute()
  return rows.map(({ id, remaining_minor }) => ({ id, remaining: BigInt(remaining_minor) }))
}

export interface CreditRow {
  id: string
  currency: string
  source: CreditSource
  state: CreditState
  amount: bigint
  remaining: bigint
  invoiceId: string | null
  reference: string
  createdAt: Date
  availableAt: Date | null
  uses: { invoiceId: string; number: string | null; amount: bigint; usedAt: Date }[]
}

/** Newest first, with what each was used for. */
export async function listCredits(tx: ScopedTransaction): Promise<CreditRow[]> {
  const rows = await tx.selectFrom('billing_credit').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
  const uses = await tx
    .selectFrom('billing_credit_use as u')
    .innerJoin('billing_invoice as i', 'i.id', 'u.invoice_id')
    .select(['u.credit_id', 'u.invoice_id', 'i.number', 'u.amount_minor', 'u.used_at'])
    .orderBy('u.used_at')
    .execute()
  const byCredit = Map.groupBy(uses, ({ credit_id }) => credit_id)
  return rows.map((row) => ({
    ...{ id: row.id, currency: row.currency, source: row.source, state: row.state, reference: row.reference },
    ...{ amount: BigInt(row.amount_minor), remaining: BigInt(row.remaining_minor), invoiceId: row.invoice_id },
    ...{ createdAt: row.created_at, availableAt: row.available_at },
    uses: (byCredit.get(row.id) ?? []).map(({ invoice_id, number, amount_minor, used_at }) => ({
      ...{ invoiceId: invoice_id, number, amount: BigInt(amount_minor), usedAt: used_at },
    })),
  }))
}

/** Money of a purchase goes back: only what is left of it. False when less is left. */
export async function takeFromCredit(tx: ScopedTransaction, id: string, amount: bigint): Promise<boolean> {
  const row = await tx
    .updateTable('billing_credit')
    .set((eb) => ({ remaining_minor: eb('remaining_minor', '-', String(amount)) }))
    .where('id', '=', id)
    .where('remaining_minor', '>=', String(amount))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function readCredit(
  tx: ScopedTransaction,
  id: string,
): Promise<Omit<CreditRow, 'uses' | 'invoiceId' | 'createdAt' | 'availableAt'> | undefined> {
  const row = await tx.selectFrom('billing_credit').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      ...{ id: row.id, currency: row.currency, source: row.source, state: row.state, reference: row.reference },
      ...{ amount: BigInt(row.amount_minor), remaining: BigInt(row.remaining_minor) },
    }
  )
}

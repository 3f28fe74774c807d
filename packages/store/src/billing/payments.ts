/** Payments on any rail, and what they settle. */
import type { PaymentAttemptState, PaymentState, Rail } from '@kept/domain/billing/states.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export interface PaymentRow {
  id: string
  invoiceId: string | null
  creditId: string | null
  rail: Rail
  state: PaymentAttemptState
  currency: string
  amount: bigint
  applied: bigint
  refunded: bigint
  disputed: bigint
  reference: string
  railRef: string | null
  idempotencyKey: string
  failureReason: string
  actionUrl: string | null
  createdAt: Date
  receivedOn: string | null
}

/** Undefined when a payment with this idempotency key exists: then nothing is written. */
export async function addPayment(
  tx: ScopedTransaction,
  payment: Omit<Insertable<Schema['billing_payment']>, 'organization_id'>,
): Promise<PaymentRow | undefined> {
  const row = await tx
    .insertInto('billing_payment')
    .values({ organization_id: tx.scopedTo, ...payment })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toPayment(row)
}

export async function changePayment(
  tx: ScopedTransaction,
  id: string,
  change: Omit<Updateable<Schema['billing_payment']>, 'id' | 'organization_id'>,
): Promise<void> {
  await tx.updateTable('billing_payment').set(change).where('id', '=', id).execute()
}

/** Locked until the transaction ends. */
export async function lockPayment(tx: ScopedTransaction, id: string): Promise<PaymentRow | undefined> {
  const row = await tx.selectFrom('billing_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPayment(row)
}

/** Oldest first. */
export async function listPaymentsOf(tx: ScopedTransaction, invoiceId: string): Promise<PaymentRow[]> {
  const rows = await tx
    .selectFrom('billing_payment')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPayment)
}

/** What settles an issued invoice, and the state that follows. */
export async function saveSettlement(
  tx: ScopedTransaction,
  invoiceId: string,
  settled: { paid: bigint; credited: bigint; writtenOff: bigint; state: PaymentState },
): Promise<void> {
  await tx
    .updateTable('billing_invoice')
    .set({
      ...{ paid_minor: settled.paid, credited_minor: settled.credited, written_off_minor: settled.writtenOff },
      payment_state: settled.state,
    })
    .where('id', '=', invoiceId)
    .execute()
}

function toPayment(row: Selectable<Schema['billing_payment']>): PaymentRow {
  return {
    ...{ id: row.id, invoiceId: row.invoice_id, creditId: row.credit_id, rail: row.rail, state: row.state },
    ...{ currency: row.currency, amount: BigInt(row.amount_minor), applied: BigInt(row.applied_minor) },
    ...{ refunded: BigInt(row.refunded_minor), disputed: BigInt(row.disputed_minor), reference: row.reference },
    ...{ railRef: row.rail_ref, idempotencyKey: row.idempotency_key, failureReason: row.failure_reason },
    ...{ actionUrl: row.action_url, createdAt: row.created_at, receivedOn: row.received_on },
  }
}

/** Money given back of a payment. */
import type { RefundState } from '@kept/domain/billing/states.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface RefundRow {
  id: string
  paymentId: string
  state: RefundState
  amount: bigint
  reason: string
  railRef: string | null
  idempotencyKey: string
  createdAt: Date
}

export async function addRefund(
  tx: ScopedTransaction,
  refund: Omit<Insertable<Schema['billing_refund']>, 'organization_id'>,
): Promise<RefundRow> {
  const row = await tx
    .insertInto('billing_refund')
    .values({ organization_id: tx.scopedTo, ...refund })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRefund(row)
}

/** Locked until the transaction ends. */
export async function lockRefund(tx: ScopedTransaction, id: string): Promise<RefundRow | undefined> {
  const row = await tx.selectFrom('billing_refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toRefund(row)
}

export async function changeRefund(
  tx: ScopedTransaction,
  id: string,
  change: Omit<Updateable<Schema['billing_refund']>, 'id' | 'organization_id'>,
): Promise<void> {
  await tx.updateTable('billing_refund').set(change).where('id', '=', id).execute()
}

/** Of these payments, oldest first. */
export async function listRefundsOf(tx: ScopedTransaction, paymentIds: readonly string[]): Promise<RefundRow[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectFrom('billing_refund')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .execute()
  return rows.map(toRefund)
}

function toRefund(row: Selectable<Schema['billing_refund']>): RefundRow {
  return {
    ...{ id: row.id, paymentId: row.payment_id, state: row.state, amount: BigInt(row.amount_minor) },
    ...{ reason: row.reason, railRef: row.rail_ref, idempotencyKey: row.idempotency_key, createdAt: row.created_at },
  }
}

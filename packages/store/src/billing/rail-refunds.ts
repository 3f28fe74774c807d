/** Refunds through the rail: opened before the rail is called, and those that were made at the rail itself. */
import type { RefundState } from '@kept/domain/billing/states.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface RefundRow {
  id: string
  paymentId: string
  state: RefundState
  amount: bigint
  railRef: string | null
  idempotencyKey: string
}

export async function openRefund(
  tx: ScopedTransaction,
  refund: { id: string; paymentId: string; amount: bigint; reason: string; recordedBy: string; now: Date },
): Promise<void> {
  const { id, paymentId, amount, reason, recordedBy, now } = refund
  await tx
    .insertInto('billing_refund')
    .values({
      ...{ id, organization_id: tx.scopedTo, payment_id: paymentId, state: 'pending', amount_minor: amount, reason },
      ...{ idempotency_key: `kept-refund-${id}`, recorded_by: recordedBy, created_at: now, updated_at: now },
    })
    .execute()
}

export async function listRefunds(tx: ScopedTransaction, paymentId: string): Promise<RefundRow[]> {
  const rows = await tx
    .selectFrom('billing_refund')
    .select(['id', 'payment_id', 'state', 'amount_minor', 'rail_ref', 'idempotency_key'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ payment_id, amount_minor, rail_ref, idempotency_key, ...row }) => ({
    ...row,
    ...{ paymentId: payment_id, amount: BigInt(amount_minor), railRef: rail_ref, idempotencyKey: idempotency_key },
  }))
}

export async function saveRefund(
  tx: ScopedTransaction,
  id: string,
  { state, railRef, failure = '', now }: { state: RefundState; railRef?: string; failure?: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('billing_refund')
    .set({ state, failure_reason: failure, updated_at: now, ...(railRef !== undefined && { rail_ref: railRef }) })
    .where('id', '=', id)
    .execute()
}

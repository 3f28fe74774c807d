/** Sends a refund that was stored with its key to the rail, and stores the result. */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import type { RefundState } from '@kept/domain/billing/states.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readAttempt } from '@kept/store/billing/rail-payments.ts'
import { changeRefund, listRefundsOf } from '@kept/store/billing/refunds.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { RailDeps } from './deps.ts'
import { rereadCharge } from './sync-charge.ts'

interface SentRefund {
  id: string
  paymentId: string
}

/** An unreachable rail leaves the refund pending, to be repeated with its key. Returns its state. */
export async function sendRefund(deps: RailDeps, scope: Scope, sent: SentRefund): Promise<RefundState> {
  const { database } = deps.state
  const { payment, refund } = await database.scoped(scope, async (tx) => ({
    payment: await readAttempt(tx, sent.paymentId),
    refund: await findRefund(tx, sent),
  }))
  if (!payment?.railRef || refund.state !== 'pending') return refund.state
  const { railRef: chargeRef, currency } = payment
  try {
    // What was made before an answer was lost is among the charge's refunds, also after the key has expired.
    await rereadCharge(deps, scope, payment.id, chargeRef)
    const { railRef } = await database.scoped(scope, (tx) => findRefund(tx, sent))
    if (railRef === null) {
      const { id: refundId, amount: amountMinor, idempotencyKey } = refund
      await deps.paymentRail.refund({ chargeRef, refundId, amountMinor, currency, idempotencyKey })
      await rereadCharge(deps, scope, payment.id, chargeRef)
    }
  } catch (error) {
    if (!(error instanceof RailError)) throw error
    const { kind, code, message } = error
    deps.log.warn(
      {
        event: 'billing.refund_failed',
        ...{ organization_id: scope.organizationId, payment_id: payment.id, refund_id: refund.id },
        ...{ kind, code, reason: message },
      },
      'the payment rail did not refund a payment',
    )
    if (kind !== 'unavailable')
      await database.scoped(scope, (tx) =>
        changeRefund(tx, refund.id, { state: 'failed', failure_reason: message, updated_at: deps.now() }),
      )
  }
  return (await database.scoped(scope, (tx) => findRefund(tx, sent))).state
}

async function findRefund(tx: ScopedTransaction, { id, paymentId }: SentRefund) {
  const refund = (await listRefundsOf(tx, [paymentId])).find((row) => row.id === id)
  if (!refund) throw new Error(`refund ${id} does not exist`)
  return refund
}

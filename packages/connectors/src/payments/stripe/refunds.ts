import type { RailRefund, RailRefundRequest } from '@kept/domain/billing/payment-rail.ts'
import type Stripe from 'stripe'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'
import type { StripeCalls } from './stripe-calls.ts'

/** Names the refund in its metadata. */
const refundKey = 'kept_refund'

export async function createRefund(calls: StripeCalls, request: RailRefundRequest): Promise<RailRefund> {
  const { chargeRef, refundId, amountMinor, currency, idempotencyKey } = request
  const amount = toStripeAmount(amountMinor, currency)
  const refund = await calls.run('refund the charge', ({ refunds }) =>
    refunds.create({ payment_intent: chargeRef, amount, metadata: { [refundKey]: refundId } }, { idempotencyKey }),
  )
  return toRefund(refund)
}

export async function readRefund(calls: StripeCalls, ref: string): Promise<RailRefund> {
  return toRefund(await calls.run('read a refund', ({ refunds }) => refunds.retrieve(ref)))
}

/** All of a charge, also those made in the Stripe dashboard. */
export async function listRefunds(calls: StripeCalls, chargeRef: string): Promise<RailRefund[]> {
  const page = await calls.run('list refunds', ({ refunds }) => refunds.list({ payment_intent: chargeRef, limit: 100 }))
  return page.data.map(toRefund)
}

function toRefund({ id, status, amount, currency, payment_intent, metadata }: Stripe.Refund): RailRefund {
  return {
    ref: id,
    chargeRef: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    refundId: metadata?.[refundKey] ?? null,
    status: statusOf(status),
    amountMinor: fromStripeAmount(amount, currency.toUpperCase()),
  }
}

function statusOf(status: string | null): RailRefund['status'] {
  if (status === 'succeeded') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Objects of the fake rail: the parts of Stripe's that Kept reads, in the SDK's own types. */
import type Stripe from 'stripe'

/** What happens when a method is charged. The names follow Stripe's test cards. */
export type FakeCard = 'visa' | 'declined' | 'insufficient_funds' | 'authentication' | 'sepa_debit'

export type FakeCustomer = Pick<Stripe.Customer, 'id' | 'object' | 'metadata'>

export type FakeMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type'> & {
  customer: string | null
  card?: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year'>
  sepa_debit?: Pick<Stripe.PaymentMethod.SepaDebit, 'last4'>
}

export type FakeSetup = Pick<Stripe.SetupIntent, 'id' | 'object' | 'status'> & { payment_method: string | null }

export type FakeSession = Pick<Stripe.Checkout.Session, 'id' | 'object' | 'mode' | 'status' | 'url' | 'success_url'> & {
  customer: string
  setup_intent: string
}

export type FakePaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'type' | 'code' | 'message'> & {
  decline_code?: string
}

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'metadata' | 'created' | 'description'
> & {
  customer: string
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: FakePaymentError | null
  next_action: { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } } | null
}

export type FakeCharge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'currency' | 'disputed' | 'refunded' | 'status' | 'created'
> & { payment_intent: string; balance_transaction: string }

export type FakeRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'created' | 'metadata'
> & {
  payment_intent: string
  charge: string
}

export type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'reason' | 'created'
> & { payment_intent: string; charge: string }

export type FakeMovement = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'currency' | 'fee' | 'net' | 'type' | 'created'
> & { source: string | null }

/** An event with only what Stripe sends for it; `data.object` is the object as it was then. */
export type FakeEvent = Pick<Stripe.Event, 'id' | 'object' | 'created' | 'api_version' | 'livemode'> & {
  type: Stripe.Event['type']
  data: { object: object }
}

/** An answer that is not 200. */
export class FakeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.message))
    this.status = status
    this.error = error
  }
}

export function missing(kind: string, id: string): FakeRefusal {
  return new FakeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  })
}

export function invalid(code: string, message: string): FakeRefusal {
  return new FakeRefusal(400, { type: 'invalid_request_error', code, message })
}

/** Charges, as PaymentIntents without the customer present. */
import type { RailCharge, RailChargeRequest, RailChargeStatus } from '@kept/domain/billing/payment-rail.ts'
import Stripe from 'stripe'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'
import { toRailError, withoutSecrets } from './errors.ts'
import { listRefunds } from './refunds.ts'
import type { StripeCalls } from './stripe-calls.ts'

/** Names the payment in the PaymentIntent's metadata. */
const paymentKey = 'kept_payment'
const expand = ['latest_charge']
/** A customer has one invoice a month and a few attempts for each; more pages than these are not read. */
const maxIntentsRead = 1_000

export async function createCharge(calls: StripeCalls, request: RailChargeRequest): Promise<RailCharge> {
  const amount = toStripeAmount(request.amountMinor, request.currency)
  const earlier = request.repeated ? await findIntent(calls, request) : undefined
  const intent = earlier ?? (await createIntent(calls, request, amount))
  return needsCustomer(intent) ? confirmWithCustomer(calls, request, intent) : toCharge(intent)
}

export async function readCharge(calls: StripeCalls, ref: string): Promise<RailCharge> {
  const intent = await calls.run('read a charge', ({ paymentIntents }) => paymentIntents.retrieve(ref, { expand }))
  const { latest_charge: latest } = intent
  if (latest === null || typeof latest === 'string') return toCharge(intent)
  return toCharge(intent, {
    refunds: latest.amount_refunded > 0 ? await listRefunds(calls, ref) : [],
    disputedMinor: latest.disputed ? await disputedAmount(calls, intent) : 0n,
  })
}

export async function cancelCharge(calls: StripeCalls, ref: string): Promise<RailCharge> {
  const before = await readCharge(calls, ref)
  if (before.status !== 'action_required') return before
  try {
    await calls.run('cancel a charge', ({ paymentIntents }) => paymentIntents.cancel(ref))
  } catch (error) {
    // The customer may have confirmed it in between: what counts is read below.
    if (toRailError(error, 'cancel a charge').code !== 'payment_intent_unexpected_state') throw error
  }
  return readCharge(calls, ref)
}

async function createIntent(
  calls: StripeCalls,
  request: RailChargeRequest,
  amount: number,
): Promise<Stripe.PaymentIntent> {
  const { customerRef, methodRef, currency, invoiceId, paymentId, description, idempotencyKey } = request
  try {
    return await calls.attempt(({ paymentIntents }) =>
      paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          customer: customerRef,
          payment_method: methodRef,
          description,
          metadata: { [paymentKey]: paymentId, ...(invoiceId !== null && { kept_invoice: invoiceId }) },
          confirm: true,
          off_session: true,
          expand,
        },
        { idempotencyKey },
      ),
    )
  } catch (error) {
    // A declined charge has a PaymentIntent too, and with it a state that can be read again later.
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return error.payment_intent
    throw toRailError(error, 'charge the payment method')
  }
}

/** The PaymentIntent that an earlier call made: Stripe forgets an idempotency key after a day, its metadata stay. */
async function findIntent(
  calls: StripeCalls,
  { customerRef, paymentId }: RailChargeRequest,
): Promise<Stripe.PaymentIntent | undefined> {
  return calls.run('look for an earlier charge', async ({ paymentIntents }) => {
    let read = 0
    for await (const intent of paymentIntents.list({
      customer: customerRef,
      limit: 100,
      expand: ['data.latest_charge'],
    })) {
      if (intent.metadata[paymentKey] === paymentId) return intent
      read += 1
      if (read >= maxIntentsRead) break
    }
    return undefined
  })
}

function needsCustomer({ status, last_payment_error }: Stripe.PaymentIntent): boolean {
  const wantsAuthentication =
    last_payment_error?.code === 'authentication_required' ||
    last_payment_error?.decline_code === 'authentication_required'
  return status === 'requires_payment_method' && wantsAuthentication
}

/** Asks for 3-D Secure: confirmed as if the customer were present, the intent gets a page of Stripe to send them to. */
async function confirmWithCustomer(
  calls: StripeCalls,
  { methodRef, returnUrl, idempotencyKey }: RailChargeRequest,
  { id }: Stripe.PaymentIntent,
): Promise<RailCharge> {
  try {
    const intent = await calls.attempt(({ paymentIntents }) =>
      paymentIntents.confirm(
        id,
        { payment_method: methodRef, return_url: returnUrl, expand },
        { idempotencyKey: `${idempotencyKey}-confirm` },
      ),
    )
    return toCharge(intent)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return toCharge(error.payment_intent)
    throw toRailError(error, 'ask the customer to confirm the charge')
  }
}

/** A status that this version of the SDK does not know is waited for. */
const statusOf: Partial<Record<Stripe.PaymentIntent.Status, RailChargeStatus>> = {
  succeeded: 'paid',
  processing: 'pending',
  requires_capture: 'pending',
  requires_confirmation: 'pending',
  requires_action: 'action_required',
  requires_payment_method: 'failed',
  canceled: 'failed',
}

const nothingReturned: Pick<RailCharge, 'refunds' | 'disputedMinor'> = { refunds: [], disputedMinor: 0n }

function toCharge(intent: Stripe.PaymentIntent, returned = nothingReturned): RailCharge {
  const currency = intent.currency.toUpperCase()
  const status = statusOf[intent.status] ?? 'pending'
  return {
    ref: intent.id,
    paymentId: intent.metadata[paymentKey] ?? null,
    status,
    amountMinor: fromStripeAmount(intent.amount, currency),
    currency,
    actionUrl: status === 'action_required' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    failure: status === 'failed' ? describeFailure(intent) : null,
    ...returned,
  }
}

function describeFailure({ status, last_payment_error }: Stripe.PaymentIntent): string {
  if (status === 'canceled') return 'The charge was canceled.'
  return withoutSecrets(last_payment_error?.message ?? 'The payment method was declined.')
}

/** Disputes that only ask ("warning") have taken no money yet; won ones have given it back. */
const takingStatuses: readonly Stripe.Dispute.Status[] = ['needs_response', 'under_review', 'lost']

async function disputedAmount(calls: StripeCalls, { id, currency }: Stripe.PaymentIntent): Promise<bigint> {
  const { data } = await calls.run('read disputes', ({ disputes }) => disputes.list({ payment_intent: id, limit: 100 }))
  const amount = data
    .filter(({ status }) => takingStatuses.includes(status))
    .reduce((sum, dispute) => sum + dispute.amount, 0)
  return fromStripeAmount(amount, currency.toUpperCase())
}

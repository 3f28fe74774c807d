/** Customers and their payment methods. */
import type {
  RailCustomerRequest,
  RailPaymentMethod,
  RailSetup,
  RailSetupRequest,
} from '@kept/domain/billing/payment-rail.ts'
import type Stripe from 'stripe'
import { toRailError } from './errors.ts'
import type { StripeCalls } from './stripe-calls.ts'

export async function createCustomer(calls: StripeCalls, request: RailCustomerRequest): Promise<{ ref: string }> {
  const { organizationId, name, email, idempotencyKey } = request
  const { id } = await calls.run('create the customer', ({ customers }) =>
    customers.create(
      { name, ...(email && { email }), metadata: { kept_organization: organizationId } },
      { idempotencyKey },
    ),
  )
  return { ref: id }
}

/** Checkout in setup mode: a page of Stripe that takes the method and charges nothing. */
export async function startSetup(calls: StripeCalls, request: RailSetupRequest): Promise<{ ref: string; url: string }> {
  const { customerRef, currency, returnUrl, idempotencyKey } = request
  const { id, url } = await calls.run('open the page for a payment method', ({ checkout }) =>
    checkout.sessions.create(
      {
        mode: 'setup',
        customer: customerRef,
        currency: currency.toLowerCase(),
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      { idempotencyKey },
    ),
  )
  if (!url) throw toRailError(undefined, 'open the page for a payment method')
  return { ref: id, url }
}

export async function readSetup(calls: StripeCalls, ref: string): Promise<RailSetup> {
  const session = await calls.run('read the set-up', ({ checkout }) =>
    checkout.sessions.retrieve(ref, { expand: ['setup_intent'] }),
  )
  const { customer, setup_intent: intent, status } = session
  const customerRef = typeof customer === 'string' ? customer : (customer?.id ?? '')
  if (intent === null || typeof intent === 'string' || intent.status !== 'succeeded')
    return { customerRef, state: status === 'expired' ? 'expired' : 'open', method: null }
  const { payment_method: method } = intent
  const methodRef = typeof method === 'string' ? method : method?.id
  return { customerRef, state: 'complete', method: methodRef ? await readMethod(calls, methodRef) : null }
}

/** Null where the method does not exist or belongs to no customer any more. */
export async function readMethod(calls: StripeCalls, ref: string): Promise<RailPaymentMethod | null> {
  try {
    const method = await calls.run('read the payment method', ({ paymentMethods }) => paymentMethods.retrieve(ref))
    return method.customer === null ? null : toMethod(method)
  } catch (error) {
    if (toRailError(error, '').code === 'resource_missing') return null
    throw error
  }
}

/** Detaching a method that is detached already is not an error. */
export async function detachMethod(calls: StripeCalls, ref: string): Promise<void> {
  if ((await readMethod(calls, ref)) === null) return
  await calls.run('remove the payment method', ({ paymentMethods }) => paymentMethods.detach(ref))
}

const debitKinds: readonly string[] = ['sepa_debit', 'us_bank_account', 'acss_debit', 'bacs_debit', 'au_becs_debit']

function toMethod(method: Stripe.PaymentMethod): RailPaymentMethod {
  const { id, type, card } = method
  if (card) {
    const expires = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
    return { ref: id, kind: 'card', brand: card.brand, last4: card.last4, expires }
  }
  const isDebit = debitKinds.includes(type)
  return { ref: id, kind: isDebit ? 'bank_debit' : 'other', brand: type, last4: lastDigitsOf(method), expires: null }
}

function lastDigitsOf({
  sepa_debit,
  us_bank_account,
  acss_debit,
  bacs_debit,
  au_becs_debit,
}: Stripe.PaymentMethod): string {
  const account = sepa_debit ?? us_bank_account ?? acss_debit ?? bacs_debit ?? au_becs_debit
  return account?.last4 ?? ''
}

/** What the fake rail answers: the calls of Stripe's API that Kept makes. */
import {
  type FakeCard,
  type FakeIntent,
  type FakeMethod,
  type FakePaymentError,
  FakeRefusal,
  invalid,
} from './fake-objects.ts'
import { type FakeState, find } from './fake-state.ts'

export type Params = { [name: string]: string | Params }
interface FakeRequest {
  readonly path: string
  readonly params: Params
  readonly origin: string
}
type Handler = (state: FakeState, request: FakeRequest, id: string) => object

const routes: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, readSession],
  ['GET', /^\/v1\/payment_methods\/([^/]+)$/, (state, _request, id) => find(state.methods, 'PaymentMethod', id)],
  ['POST', /^\/v1\/payment_methods\/([^/]+)\/detach$/, detach],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents$/, listIntents],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, (state, _request, id) => expanded(state, findIntent(state, id))],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/confirm$/, confirmIntent],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, cancelIntent],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/refunds\/([^/]+)$/, (state, _request, id) => find(state.refunds, 'refund', id)],
  ['GET', /^\/v1\/disputes$/, listDisputes],
  ['GET', /^\/v1\/balance_transactions$/, listMovements],
]

export function answerRequest(state: FakeState, method: string, request: FakeRequest): object {
  for (const [verb, pattern, handler] of routes) {
    const match = verb === method ? pattern.exec(request.path) : null
    if (match) return handler(state, request, match[1] ?? '')
  }
  throw new FakeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${request.path}).`,
  })
}

const errorOf: Partial<Record<FakeCard, FakePaymentError>> = {
  declined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  authentication: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

function createCustomer(state: FakeState, { params }: FakeRequest): object {
  const customer = { id: state.id('cus'), object: 'customer' as const, metadata: textsOf(params.metadata) }
  state.customers.set(customer.id, customer)
  return customer
}

function createSession(state: FakeState, { params, origin }: FakeRequest): object {
  const customer = find(state.customers, 'customer', textOf(params, 'customer')).id
  if (textOf(params, 'mode') !== 'setup') throw invalid('parameter_invalid', 'The fake rail knows mode=setup only.')
  if (!/^[a-z]{3}$/.test(textOf(params, 'currency')))
    throw invalid('parameter_missing', 'Missing required param: currency.')
  const id = state.id('cs')
  const setup = { id: state.id('seti'), object: 'setup_intent' as const, status: 'requires_payment_method' as const }
  state.setups.set(setup.id, { ...setup, payment_method: null })
  const session = {
    id,
    object: 'checkout.session' as const,
    mode: 'setup' as const,
    status: 'open' as const,
    url: `${origin}/hosted/setup/${id}`,
    success_url: textOf(params, 'success_url'),
    customer,
    setup_intent: setup.id,
  }
  state.sessions.set(id, session)
  return session
}

function readSession(state: FakeState, _request: FakeRequest, id: string): object {
  const session = find(state.sessions, 'checkout.session', id)
  return { ...session, setup_intent: find(state.setups, 'setupintent', session.setup_intent) }
}

function detach(state: FakeState, _request: FakeRequest, id: string): FakeMethod {
  const method = find(state.methods, 'PaymentMethod', id)
  if (method.customer === null)
    throw invalid('payment_method_not_available', 'The payment method you provided is not attached to a customer.')
  method.customer = null
  state.emit('payment_method.detached', method)
  return method
}

function createIntent(state: FakeState, { params, origin }: FakeRequest): object {
  const customer = find(state.customers, 'customer', textOf(params, 'customer')).id
  const amount = Number(textOf(params, 'amount'))
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('parameter_invalid_integer', 'Invalid positive integer')
  const method = find(state.methods, 'PaymentMethod', textOf(params, 'payment_method'))
  if (method.customer !== customer)
    throw invalid('payment_method_unexpected_state', 'The payment method belongs to another customer.')
  const intent: FakeIntent = {
    id: state.id('pi'),
    object: 'payment_intent',
    amount,
    currency: textOf(params, 'currency'),
    status: 'requires_confirmation',
    metadata: textsOf(params.metadata),
    created: state.nowSeconds(),
    description: textOf(params, 'description') || null,
    customer,
    payment_method: method.id,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
  }
  state.intents.set(intent.id, intent)
  state.emit('payment_intent.created', intent)
  return confirm(state, intent, { offSession: textOf(params, 'off_session') === 'true', returnUrl: '', origin })
}

function confirmIntent(state: FakeState, { params, origin }: FakeRequest, id: string): object {
  const intent = findIntent(state, id)
  if (intent.status !== 'requires_payment_method')
    throw invalid('payment_intent_unexpected_state', `This PaymentIntent is ${intent.status} and cannot be confirmed.`)
  return confirm(state, intent, { offSession: false, returnUrl: textOf(params, 'return_url'), origin })
}

interface Confirmation {
  offSession: boolean
  returnUrl: string
  origin: string
}

function confirm(state: FakeState, intent: FakeIntent, { offSession, returnUrl, origin }: Confirmation): object {
  const card = state.cards.get(intent.payment_method ?? '') ?? 'visa'
  if (card === 'authentication' && !offSession) {
    const url = `${origin}/hosted/authenticate/${intent.id}`
    Object.assign(intent, {
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
    })
    state.emit('payment_intent.requires_action', intent)
    return expanded(state, intent)
  }
  const error = errorOf[card]
  if (error) {
    state.fail(intent, error)
    throw new FakeRefusal(402, { ...error, payment_intent: structuredClone(intent) })
  }
  if (card === 'sepa_debit') {
    intent.status = 'processing'
    state.emit('payment_intent.processing', intent)
  } else state.succeed(intent)
  return expanded(state, intent)
}

function cancelIntent(state: FakeState, _request: FakeRequest, id: string): object {
  const intent = findIntent(state, id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw invalid(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it is ${intent.status}.`,
    )
  Object.assign(intent, { status: 'canceled', next_action: null })
  state.emit('payment_intent.canceled', intent)
  return expanded(state, intent)
}

function createRefund(state: FakeState, { params }: FakeRequest): object {
  const intent = findIntent(state, textOf(params, 'payment_intent'))
  const charge = state.chargeOf(intent)
  const amount = Number(textOf(params, 'amount'))
  if (charge.disputed) throw invalid('charge_disputed', 'This charge has been charged back.')
  if (amount > charge.amount - charge.amount_refunded)
    throw invalid('charge_already_refunded', 'The refund is greater than the unrefunded amount of the charge.')
  return state.refund(intent, charge, amount, textsOf(params.metadata))
}

function listIntents(state: FakeState, { path, params }: FakeRequest): object {
  const customer = textOf(params, 'customer')
  const own = [...state.intents.values()].filter((intent) => intent.customer === customer).reverse()
  return pageOf(path, params, own, (intent) => expanded(state, intent))
}

function listRefunds(state: FakeState, { path, params }: FakeRequest): object {
  const intent = textOf(params, 'payment_intent')
  const own = [...state.refunds.values()].filter(({ payment_intent }) => payment_intent === intent).reverse()
  return pageOf(path, params, own, (refund) => refund)
}

function listDisputes(state: FakeState, { path, params }: FakeRequest): object {
  const intent = textOf(params, 'payment_intent')
  const own = [...state.disputes.values()].filter(({ payment_intent }) => payment_intent === intent).reverse()
  return pageOf(path, params, own, (dispute) => dispute)
}

function listMovements(state: FakeState, { path, params }: FakeRequest): object {
  const span = typeof params.created === 'object' ? params.created : {}
  const [from, until] = [Number(textOf(span, 'gte')), Number(textOf(span, 'lt'))]
  const own = state.movements.filter(({ created }) => created >= from && created < until).reverse()
  return pageOf(path, params, own, (movement) => ({ ...movement, source: sourceOf(state, movement.source ?? '') }))
}

function sourceOf(state: FakeState, id: string): object | string {
  return state.charges.get(id) ?? state.refunds.get(id) ?? state.disputes.get(id) ?? id
}

function pageOf<Item extends { id: string }>(
  url: string,
  params: Params,
  all: Item[],
  show: (item: Item) => object,
): object {
  const after = textOf(params, 'starting_after')
  const start = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1
  const size = Number(textOf(params, 'limit') || '10')
  const data = all.slice(start, start + size).map(show)
  return { object: 'list', url, data, has_more: start + size < all.length }
}

function expanded(state: FakeState, intent: FakeIntent): object {
  return { ...intent, latest_charge: intent.latest_charge ? (state.charges.get(intent.latest_charge) ?? null) : null }
}

function findIntent(state: FakeState, id: string): FakeIntent {
  return find(state.intents, 'payment_intent', id)
}

function textOf(params: Params, name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

function textsOf(value: string | Params | undefined): Record<string, string> {
  return typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}
}

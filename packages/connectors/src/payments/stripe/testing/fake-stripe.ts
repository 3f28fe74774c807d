/**
 * A stateful Stripe for tests and benchmarks: a real HTTP server to which `KEPT_STRIPE_API_BASE` may point. It keeps
 * customers, methods, intents, refunds, disputes and the balance, and fails in the ways that `FakeFault` lists.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type FakeAnswer, FakeIdempotency } from './fake-idempotency.ts'
import { type FakeCard, type FakeEvent, type FakeIntent, FakeRefusal } from './fake-objects.ts'
import { answerRequest, type Params } from './fake-routes.ts'
import { FakeState, find } from './fake-state.ts'

export type FakeFaultKind =
  /** 429 before anything happens. */
  | 'rate_limit'
  /** 409 before anything happens: the key is in use. */
  | 'conflict'
  /** 500 before anything happens; the key stays free. */
  | 'server_error'
  /** The effect happens, the answer is 500, and the 500 is repeated for the key. */
  | 'server_error_after_effect'
  /** The connection is cut before anything happens. */
  | 'drop'
  /** The effect happens and is kept for the key, and the connection is cut. */
  | 'drop_after_effect'

interface FakeFault {
  kind: FakeFaultKind
  /** Which requests: "POST /v1/payment_intents"; left out, any. */
  path?: string
}

export interface FakeStripe {
  readonly url: string
  readonly secretKey: string
  readonly webhookSecret: string
  readonly state: FakeState
  readonly idempotency: FakeIdempotency
  /** Each is used once, by the first request that it fits. */
  readonly faults: FakeFault[]
  /** While true, every connection is cut at once. */
  down: boolean
  /** Called before a request has its effect and again before it is answered: a test may end the caller there. */
  onRequest?: (request: string, stage: 'received' | 'carried_out') => void
  /** As if the customer had filled in the hosted page. Returns the payment method's id. */
  completeSetup(sessionId: string, card?: FakeCard): string
  /** As if the customer had answered 3-D Secure, or the bank the debit. */
  answerCharge(intentId: string, outcome: 'accept' | 'reject'): void
  /** The signed delivery of an event, dated `atSeconds`. */
  sign(event: FakeEvent, atSeconds?: number): { body: string; signature: string }
  /** Posts these events to Kept, in this order; returns the status codes. */
  deliver(webhookUrl: string, events: readonly FakeEvent[]): Promise<number[]>
  close(): Promise<void>
}

const secretKey = 'sk_test_fake0123456789'
const webhookSecret = 'whsec_fake0123456789'

export async function startFakeStripe(nowSeconds = () => Math.floor(Date.now() / 1000)): Promise<FakeStripe> {
  const state = new FakeState(nowSeconds)
  const idempotency = new FakeIdempotency()
  const faults: FakeFault[] = []
  const server = createServer((request, response) => void serve(fake, request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    state,
    idempotency,
    faults,
    down: false,
    completeSetup: (sessionId, card = 'visa') => completeSetup(state, sessionId, card),
    answerCharge: (intentId, outcome) => answerCharge(state, intentId, outcome),
    sign: (event, atSeconds = nowSeconds()) => {
      const body = JSON.stringify(event)
      const header = { payload: body, secret: webhookSecret, timestamp: atSeconds }
      return { body, signature: Stripe.webhooks.generateTestHeaderString(header) }
    },
    async deliver(webhookUrl, events) {
      const statuses: number[] = []
      for (const event of events) {
        const { body, signature } = fake.sign(event)
        const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
        statuses.push((await fetch(webhookUrl, { method: 'POST', headers, body })).status)
      }
      return statuses
    },
    close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  }
  return fake
}

async function serve(fake: FakeStripe, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET' } = request
  const { pathname, searchParams, search } = new URL(request.url ?? '/', fake.url)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const hosted = hostedPage(fake, pathname, searchParams)
  if (hosted) return void response.writeHead(303, { location: hosted }).end()
  const fault = fake.down ? 'drop' : takeFault(fake, `${method} ${pathname}`)
  if (fault === 'drop') return void request.socket.destroy()
  fake.onRequest?.(`${method} ${pathname}`, 'received')
  const key = method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : ''
  const params = nested(method === 'POST' ? new URLSearchParams(body) : searchParams)
  const answer = answerOnce(fake, key, `${method} ${pathname}${search} ${body}`, fault, () => {
    checkKey(fake, request)
    return answerRequest(fake.state, method, { path: pathname, params, origin: fake.url })
  })
  fake.onRequest?.(`${method} ${pathname}`, 'carried_out')
  if (fault === 'drop_after_effect') return void request.socket.destroy()
  response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': fake.state.id('req') })
  response.end(answer.body)
}

function answerOnce(
  { idempotency }: FakeStripe,
  key: string,
  fingerprint: string,
  fault: FakeFaultKind | undefined,
  carryOut: () => object,
): FakeAnswer {
  try {
    if (fault === 'rate_limit')
      throw new FakeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' })
    if (fault === 'conflict')
      throw new FakeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Key in use' })
    if (fault === 'server_error') throw new FakeRefusal(500, { type: 'api_error', message: 'Something went wrong' })
    const earlier = key ? idempotency.claim(key, fingerprint) : null
    if (earlier) return earlier
  } catch (error) {
    return answerOf(() => {
      throw error
    })
  }
  const carriedOut = answerOf(carryOut)
  const hidden = new FakeRefusal(500, { type: 'api_error', message: 'Something went wrong' })
  const answer = fault === 'server_error_after_effect' ? { status: 500, body: bodyOf(hidden) } : carriedOut
  if (key) idempotency.keep(key, fingerprint, answer)
  return answer
}

function answerOf(carryOut: () => object): FakeAnswer {
  try {
    return { status: 200, body: JSON.stringify(carryOut()) }
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error
    return { status: error.status, body: bodyOf(error) }
  }
}

const bodyOf = ({ error }: FakeRefusal): string => JSON.stringify({ error })

function takeFault({ faults }: FakeStripe, request: string): FakeFaultKind | undefined {
  const index = faults.findIndex(({ path }) => path === undefined || path === request)
  return index < 0 ? undefined : faults.splice(index, 1)[0]?.kind
}

function checkKey({ secretKey: expected }: FakeStripe, { headers }: IncomingMessage): void {
  if (headers.authorization === `Bearer ${expected}`) return
  throw new FakeRefusal(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${headers.authorization}`,
  })
}

/** The pages that a customer would see: opening one is agreeing, `?outcome=reject` is refusing. */
function hostedPage(fake: FakeStripe, path: string, query: URLSearchParams): string | undefined {
  const [, page, id] = /^\/hosted\/(setup|authenticate)\/([^/]+)$/.exec(path) ?? []
  if (!page || !id) return undefined
  if (page === 'setup') {
    fake.completeSetup(id, (query.get('card') ?? 'visa') as FakeCard)
    return fake.state.sessions.get(id)?.success_url ?? '/'
  }
  const back = fake.state.intents.get(id)?.next_action?.redirect_to_url.return_url
  fake.answerCharge(id, query.get('outcome') === 'reject' ? 'reject' : 'accept')
  return back
}

function completeSetup(state: FakeState, sessionId: string, card: FakeCard): string {
  const session = find(state.sessions, 'checkout.session', sessionId)
  const setup = find(state.setups, 'setupintent', session.setup_intent)
  const id = state.id('pm')
  const isDebit = card === 'sepa_debit'
  state.methods.set(id, {
    id,
    object: 'payment_method',
    customer: session.customer,
    ...(isDebit
      ? { type: 'sepa_debit', sepa_debit: { last4: '3000' } }
      : { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 } }),
  })
  state.cards.set(id, card)
  Object.assign(setup, { status: 'succeeded', payment_method: id })
  session.status = 'complete'
  state.emit('checkout.session.completed', session)
  return id
}

function answerCharge(state: FakeState, intentId: string, outcome: 'accept' | 'reject'): void {
  const intent: FakeIntent = find(state.intents, 'payment_intent', intentId)
  if (intent.status !== 'requires_action' && intent.status !== 'processing') return
  const refusal = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The customer did not confirm the payment.',
  } as const
  if (outcome === 'accept') state.succeed(intent)
  else state.fail(intent, refusal)
}

/** "metadata[a]=b" is { metadata: { a: "b" } }. */
function nested(form: URLSearchParams): Params {
  const params: Params = {}
  for (const [name, value] of form) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let inside = params
    for (const part of path) {
      const next = inside[part]
      const object: Params = typeof next === 'object' ? next : {}
      inside[part] = object
      inside = object
    }
    inside[last] = value
  }
  return params
}

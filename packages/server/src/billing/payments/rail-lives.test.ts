/**
 * Random lives of charges against the fake rail: messages that arrive twice, late and in another order, answers that are
 * lost, and the process killed between any two steps. After each life, the rail charged each invoice at most once more
 * than it gave back, and the journal's cash is the rail's balance.
 */
import { openStripeRail } from '@kept/connectors/payments/stripe/stripe-rail.ts'
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { addMethod, ensureCustomer, saveCustomerRef } from '@kept/store/billing/payment-methods.ts'
import { preferRail } from '@kept/store/billing/rail-preference.ts'
import type { Database } from '@kept/store/database/connect.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { checkBooks } from '../testing/check-books.ts'
import { openIssuer } from '../testing/issue-one.ts'
import { callRail } from './call-rail.ts'
import { chargeInvoice } from './charge-invoice.ts'
import type { RailDeps } from './deps.ts'
import { runRail } from './jobs.ts'
import { sendRefund } from './rail-refund.ts'
import { startRefund } from './refund-payment.ts'
import { writeOff } from './write-off.ts'

const lives = Number(process.env.KEPT_BILLING_LIVES ?? 50)
const stepsPerLife = 20
const faults = [
  'rate_limit',
  'conflict',
  'server_error',
  'server_error_after_effect',
  'drop',
  'drop_after_effect',
] as const
const cards = ['visa', 'authentication', 'sepa_debit', 'insufficient_funds'] as const

const pick = fc.nat(1000)
const record = fc.record
const often = { pay: 5, customer: 3, job: 2, deliver: 2, fault: 2, kill: 2 }
const step = fc.oneof(
  { weight: often.pay, arbitrary: record({ do: fc.constant('pay' as const), pick }) },
  { weight: often.job, arbitrary: record({ do: fc.constant('job' as const) }) },
  { weight: often.fault, arbitrary: record({ do: fc.constant('fault' as const), kind: fc.constantFrom(...faults) }) },
  {
    weight: often.deliver,
    arbitrary: record({ do: fc.constant('deliver' as const), pick, times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: often.customer,
    arbitrary: record({ do: fc.constant('customer' as const), outcome: fc.constantFrom('accept', 'reject'), pick }),
  },
  { weight: often.kill, arbitrary: record({ do: fc.constant('kill' as const), after: fc.nat(8) }) },
  record({ do: fc.constant('refund' as const), pick, cents: fc.integer({ min: 1, max: 3000 }) }),
  record({ do: fc.constant('refundAtRail' as const), pick, cents: fc.integer({ min: 1, max: 3000 }) }),
  record({ do: fc.constant('chargeback' as const), pick }),
  record({ do: fc.constant('closeDispute' as const), outcome: fc.constantFrom('won', 'lost') }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let kept: TestKept
let fake: FakeStripe
let issue: Awaited<ReturnType<typeof openIssuer>>
let clock = new Date('2026-10-06T08:00:00Z')
const methodIds: string[] = []
const counts: Record<string, number> = {}

beforeAll(async () => {
  fake = await startFakeStripe(() => Math.floor(clock.getTime() / 1000))
  kept = await openKept(
    {
      ...{ KEPT_STRIPE_SECRET_KEY: fake.secretKey, KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret },
      ...{ KEPT_STRIPE_API_BASE: fake.url, KEPT_LOG_LEVEL: 'fatal' },
    },
    { now: () => clock },
  )
  issue = await openIssuer(kept)
  await addMethods()
})
afterAll(async () => {
  await kept.close()
  await fake.close()
})

/** A process that stops at a chosen step: from then on neither the database nor the rail does anything for it. */
class Killed extends Error {}
function depsThatDie(after: number): RailDeps {
  let left = after
  const live = <Result>(work: () => Promise<Result>): Promise<Result> => {
    left -= 1
    return left < 0 ? Promise.reject(new Killed('killed')) : work()
  }
  const { services } = kept.server
  const { database } = services.state
  const rail = openStripeRail(
    { secretKey: fake.secretKey, webhookSecret: fake.webhookSecret, apiBase: fake.url },
    { waitsMs: [0, 0], sleep: async () => undefined },
  )
  const killable = { ...database, scoped: (scope, work) => live(() => database.scoped(scope, work)) } as Database
  const calls: Partial<PaymentRail> = {
    charge: (request) => live(() => rail.charge(request)),
    readCharge: (ref) => live(() => rail.readCharge(ref)),
    cancelCharge: (ref) => live(() => rail.cancelCharge(ref)),
    refund: (request) => live(() => rail.refund(request)),
  }
  const { log, now, origin } = services
  return { log, now, origin, state: { ...services.state, database: killable }, paymentRail: { ...rail, ...calls } }
}

async function addMethods(): Promise<void> {
  const { database, scope } = kept.world
  const deps = depsThatDie(Number.POSITIVE_INFINITY)
  const { ref: customerRef } = await deps.paymentRail.createCustomer({
    ...{ organizationId: scope.organizationId, name: 'N', email: '', idempotencyKey: 'customer' },
  })
  await database.scoped(scope, async (tx) => {
    await ensureCustomer(tx, { name: 'N', email: '', now: clock })
    await saveCustomerRef(tx, customerRef)
    await preferRail(tx)
  })
  for (const card of cards) {
    const setup = await deps.paymentRail.startSetup({
      ...{ customerRef, currency: 'USD', returnUrl: 'https://kept.test/billing', idempotencyKey: card },
    })
    const methodRef = fake.completeSetup(setup.ref, card)
    const method = await deps.paymentRail.readMethod(methodRef)
    if (method) await database.scoped(scope, (tx) => addMethod(tx, method, clock))
    const row = await database.scoped(scope, (tx) =>
      tx.selectFrom('billing_payment_method').select('id').where('rail_ref', '=', methodRef).executeTakeFirstOrThrow(),
    )
    methodIds.push(row.id)
  }
}

const intentsOf = (invoiceId: string) =>
  [...fake.state.intents.values()].filter(({ metadata }) => metadata.kept_invoice === invoiceId)

/** What the rail holds of an invoice after each of its movements: charged less given back and taken back. */
function balancesOf(invoiceId: string): { type: string; balance: number }[] {
  const ids = new Set(intentsOf(invoiceId).map(({ id }) => id))
  const sources = [fake.state.charges, fake.state.refunds, fake.state.disputes].flatMap((all) => [...all.values()])
  const intentOf = new Map(sources.map(({ id, payment_intent }) => [id, payment_intent]))
  let balance = 0
  return fake.state.movements
    .filter(({ source }) => ids.has(intentOf.get(source ?? '') ?? ''))
    .map(({ type, amount }) => {
      balance += amount
      return { type, balance }
    })
}

/** One intent for each payment; and no charge takes more than the invoice, unless a dispute was won while it was open. */
function checkCharges(invoiceId: string): void {
  const intents = intentsOf(invoiceId)
  expect(new Set(intents.map(({ metadata }) => metadata.kept_payment)).size).toBe(intents.length)
  expect(intents.filter(({ status }) => status === 'processing' || status === 'requires_action').length).toBeLessThan(2)
  const ids = intents.map(({ id }) => id)
  const disputes = [...fake.state.disputes.values()].filter(({ payment_intent }) => ids.includes(payment_intent))
  if (disputes.some(({ status }) => status === 'won')) return
  for (const { type, balance } of balancesOf(invoiceId))
    if (type === 'charge') expect(balance).toBeLessThanOrEqual(2_500)
}

async function take(invoiceId: string, action: Step, deps: RailDeps): Promise<void> {
  const { scope, database } = kept.world
  const intents = intentsOf(invoiceId)
  const paid = intents.filter(({ status }) => status === 'succeeded')
  const chosen = 'pick' in action ? paid[action.pick % Math.max(paid.length, 1)] : undefined
  switch (action.do) {
    case 'pay': {
      const methodId = methodIds[action.pick % methodIds.length]
      return void (await callRail(() => chargeInvoice(deps, scope, { invoiceId, methodId, recordedBy: 'Ann' })))
    }
    case 'job':
      return runRail(deps)
    case 'fault':
      return void fake.faults.push({ kind: action.kind })
    case 'deliver': {
      const recent = fake.state.events.slice(-12)
      const event = recent[action.pick % Math.max(recent.length, 1)]
      if (event) await fake.deliver(`${kept.url}/v1/billing/webhooks/stripe`, Array(action.times).fill(event))
      return
    }
    case 'customer': {
      const intent = intents[action.pick % Math.max(intents.length, 1)]
      if (intent) fake.answerCharge(intent.id, action.outcome)
      return
    }
    case 'refund': {
      const payment = await database.scoped(scope, (tx) =>
        tx
          .selectFrom('billing_payment')
          .select('id')
          .where('rail_ref', '=', chosen?.id ?? '')
          .executeTakeFirst(),
      )
      if (!payment) return
      const request = { amount: (action.cents / 100).toFixed(2), reason: 'Back', userName: 'Ann', now: clock }
      const id = await database.scoped(scope, (tx) => startRefund(tx, payment.id, request))
      return void (await sendRefund(deps, scope, { id, paymentId: payment.id }))
    }
    case 'refundAtRail': {
      if (!chosen) return
      const charge = fake.state.chargeOf(chosen)
      if (!charge.disputed && charge.amount - charge.amount_refunded >= action.cents)
        fake.state.refund(chosen, charge, action.cents)
      return
    }
    case 'chargeback':
      if (chosen && !fake.state.chargeOf(chosen).disputed) fake.state.dispute(chosen)
      return
    case 'closeDispute': {
      const open = [...fake.state.disputes.values()].find(({ status }) => status === 'needs_response')
      if (open) fake.state.closeDispute(open, action.outcome)
      return
    }
    case 'kill':
      return
  }
}

async function live(invoiceId: string, steps: readonly Step[]): Promise<void> {
  let deps = depsThatDie(Number.POSITIVE_INFINITY)
  for (const action of steps) {
    counts[action.do] = (counts[action.do] ?? 0) + 1
    clock = new Date(clock.getTime() + 60_000)
    if (action.do === 'kill') deps = depsThatDie(action.after)
    try {
      await take(invoiceId, action, deps)
    } catch (error) {
      // The next process starts where this one was killed.
      if (error instanceof Killed) counts.killed = (counts.killed ?? 0) + 1
      else if (!(error instanceof KeptError)) throw error
      deps = depsThatDie(Number.POSITIVE_INFINITY)
    }
    checkCharges(invoiceId)
  }
}

function refusal(error: unknown): void {
  if (!(error instanceof KeptError)) throw error
}

/** Everything is delivered, every customer and bank has answered, and the jobs have run. */
async function settle(since: number): Promise<void> {
  const deps = depsThatDie(Number.POSITIVE_INFINITY)
  fake.faults.length = 0
  for (const { id } of fake.state.intents.values()) fake.answerCharge(id, 'reject')
  for (let round = 0; round < 3; round += 1) {
    clock = new Date(clock.getTime() + 2 * 3600_000)
    await fake.deliver(`${kept.url}/v1/billing/webhooks/stripe`, fake.state.events.slice(since).reverse())
    await runRail(deps)
  }
}

it(`charges no one twice in ${lives} random lives, and books what the rail holds`, { timeout: 3_600_000 }, async () => {
  const { database, scope } = kept.world
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: stepsPerLife }), async (steps) => {
      const firstEvent = fake.state.events.length
      const invoiceId = await issue(100n)
      await live(invoiceId, steps)
      await settle(firstEvent)
      checkCharges(invoiceId)
      const held = balancesOf(invoiceId).at(-1)?.balance ?? 0
      const payments = await database.scoped(scope, (tx) =>
        tx.selectFrom('billing_payment').selectAll().where('invoice_id', '=', invoiceId).execute(),
      )
      const stored = payments
        .filter(({ state }) => state === 'paid')
        .reduce(
          (sum, row) => sum + Number(row.amount_minor) - Number(row.refunded_minor) - Number(row.disputed_minor),
          0,
        )
      expect(stored).toBe(held)
      await checkBooks(database, scope)
      // Otherwise the jobs of every later life would charge this invoice too.
      await database.scoped(scope, (tx) => writeOff(tx, invoiceId, clock)).catch(refusal)
    }),
    { numRuns: lives, endOnFailure: true },
  )
  clock = new Date(clock.getTime() + 2 * 3600_000)
  await kept.server.features.billing.reconcile()
  const { data } = await kept.client.billingPaymentsAdmin.reconciliation({})
  expect([data.differences, data.failed_events]).toEqual([[], []])
  const succeeded = [...fake.state.intents.values()].filter(({ status }) => status === 'succeeded').length
  // What happened: shown with the test's output.
  process.stdout.write(`${JSON.stringify({ lives, succeeded, events: fake.state.events.length, ...counts })}\n`)
  expect(succeeded).toBeGreaterThan(lives / 4)
})

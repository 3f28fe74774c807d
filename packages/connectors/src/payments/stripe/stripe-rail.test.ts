import {
  type PaymentRail,
  type RailChargeRequest,
  RailError,
  type RailMovement,
} from '@kept/domain/billing/payment-rail.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStripeRail } from './stripe-rail.ts'
import type { FakeCard } from './testing/fake-objects.ts'
import { type FakeFaultKind, type FakeStripe, startFakeStripe } from './testing/fake-stripe.ts'

const noWait = { waitsMs: [0, 0], sleep: async () => undefined }
let fake: FakeStripe
let rail: PaymentRail
beforeEach(async () => {
  fake = await startFakeStripe()
  rail = openStripeRail({ secretKey: fake.secretKey, webhookSecret: fake.webhookSecret, apiBase: fake.url }, noWait)
})
afterEach(() => fake.close())

async function customerWith(card: FakeCard): Promise<RailChargeRequest> {
  const customer = await rail.createCustomer({
    organizationId: 'o-1',
    name: 'Northwind',
    email: 'billing@example.com',
    idempotencyKey: 'customer-1',
  })
  const setup = await rail.startSetup({
    customerRef: customer.ref,
    currency: 'USD',
    returnUrl: 'https://kept.example.com/billing',
    idempotencyKey: 'setup-1',
  })
  return {
    customerRef: customer.ref,
    methodRef: fake.completeSetup(setup.ref, card),
    amountMinor: 717940n,
    currency: 'USD',
    invoiceId: 'i-1',
    paymentId: 'p-1',
    description: 'Invoice KPT-2026-0001',
    returnUrl: 'https://kept.example.com/billing',
    idempotencyKey: 'kept-charge-p-1',
    repeated: false,
  }
}

const succeeded = () => [...fake.state.intents.values()].filter(({ status }) => status === 'succeeded').length
const refusalOf = async (call: Promise<unknown>): Promise<RailError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RailError)) throw new Error(`expected a RailError, got ${String(error)}`)
  return error
}

describe('setting up a payment method', () => {
  it('opens a hosted page, and reads the method once the page is filled in', async () => {
    const { ref: customerRef } = await rail.createCustomer({
      organizationId: 'o',
      name: 'N',
      email: '',
      idempotencyKey: 'c',
    })
    const setup = await rail.startSetup({
      customerRef,
      currency: 'EUR',
      returnUrl: 'https://k.test/b',
      idempotencyKey: 's',
    })
    expect(await rail.readSetup(setup.ref)).toEqual({ customerRef, state: 'open', method: null })
    const page = await fetch(setup.url, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('https://k.test/b')
    expect(await rail.readSetup(setup.ref)).toMatchObject({
      customerRef,
      state: 'complete',
      method: { kind: 'card', brand: 'visa', last4: '4242', expires: '2031-08' },
    })
  })

  it('removes a method once, and reads a removed one as none', async () => {
    const { methodRef } = await customerWith('sepa_debit')
    expect(await rail.readMethod(methodRef)).toMatchObject({ kind: 'bank_debit', brand: 'sepa_debit', last4: '3000' })
    await rail.detachMethod(methodRef)
    await rail.detachMethod(methodRef)
    expect(await rail.readMethod(methodRef)).toBeNull()
    expect(await rail.readMethod('pm_of_nobody')).toBeNull()
  })
})

describe('charge', () => {
  it('charges a card without the customer', async () => {
    const charge = await rail.charge(await customerWith('visa'))
    expect(charge).toMatchObject({
      status: 'paid',
      amountMinor: 717940n,
      currency: 'USD',
      failure: null,
      actionUrl: null,
    })
  })

  it('reports a declined charge with the reason, and its state can be read again', async () => {
    const charge = await rail.charge(await customerWith('insufficient_funds'))
    expect(charge).toMatchObject({ status: 'failed', failure: 'Your card has insufficient funds.' })
    expect(await rail.readCharge(charge.ref)).toMatchObject({ status: 'failed' })
  })

  it('gives the hosted page of 3-D Secure, and is paid after it', async () => {
    const charge = await rail.charge(await customerWith('authentication'))
    expect(charge.status).toBe('action_required')
    const page = await fetch(charge.actionUrl ?? '', { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('https://kept.example.com/billing')
    expect(await rail.readCharge(charge.ref)).toMatchObject({ status: 'paid', actionUrl: null })
  })

  it('cancels a charge that waits for the customer, unless they were faster', async () => {
    const request = await customerWith('authentication')
    const waiting = await rail.charge(request)
    expect(await rail.cancelCharge(waiting.ref)).toMatchObject({
      status: 'failed',
      failure: 'The charge was canceled.',
    })
    const second = await rail.charge({ ...request, paymentId: 'p-2', idempotencyKey: 'kept-charge-p-2' })
    fake.answerCharge(second.ref, 'accept')
    expect(await rail.cancelCharge(second.ref)).toMatchObject({ status: 'paid' })
  })

  it('waits for a bank debit', async () => {
    const charge = await rail.charge(await customerWith('sepa_debit'))
    expect(charge.status).toBe('pending')
    fake.answerCharge(charge.ref, 'accept')
    expect(await rail.readCharge(charge.ref)).toMatchObject({ status: 'paid' })
  })

  const faults: FakeFaultKind[] = ['rate_limit', 'conflict', 'server_error', 'drop', 'drop_after_effect']
  it.each(faults)('repeats with the same key after "%s" and moves money once', async (kind) => {
    const request = await customerWith('visa')
    fake.faults.push({ kind, path: 'POST /v1/payment_intents' })
    expect(await rail.charge(request)).toMatchObject({ status: 'paid' })
    expect(succeeded()).toBe(1)
  })

  it('finds a charge behind a 500 that Stripe repeats for the key', async () => {
    const request = await customerWith('visa')
    fake.faults.push({ kind: 'server_error_after_effect', path: 'POST /v1/payment_intents' })
    expect(await refusalOf(rail.charge(request))).toMatchObject({ kind: 'unavailable' })
    expect(await rail.charge({ ...request, repeated: true })).toMatchObject({ status: 'paid' })
    expect(succeeded()).toBe(1)
  })

  it('finds a charge whose key Stripe has forgotten', async () => {
    const request = await customerWith('visa')
    const first = await rail.charge(request)
    fake.idempotency.forgetAll()
    expect(await rail.charge({ ...request, repeated: true })).toMatchObject({ ref: first.ref, status: 'paid' })
    expect(succeeded()).toBe(1)
  })

  it('asks for 3-D Secure when a repeated call finds the declined charge', async () => {
    const request = await customerWith('authentication')
    fake.faults.push({ kind: 'server_error_after_effect', path: 'POST /v1/payment_intents' })
    await refusalOf(rail.charge(request))
    expect(await rail.charge({ ...request, repeated: true })).toMatchObject({ status: 'action_required' })
  })

  it('is refused when a key comes with other parameters', async () => {
    const request = await customerWith('visa')
    await rail.charge(request)
    expect(await refusalOf(rail.charge({ ...request, amountMinor: 1n }))).toMatchObject({ kind: 'refused' })
    expect(succeeded()).toBe(1)
  })

  it('is unavailable while Stripe is down', async () => {
    const request = await customerWith('visa')
    fake.down = true
    expect(await refusalOf(rail.charge(request))).toMatchObject({ kind: 'unavailable' })
  })

  it('never says the key, whatever Stripe answers', async () => {
    const wrongKey = 'sk_test_thisIsASecretOfTheTest'
    const other = openStripeRail({ secretKey: wrongKey, webhookSecret: 'whsec_x', apiBase: fake.url }, noWait)
    const error = await refusalOf(other.readCharge('pi_1'))
    expect(error).toMatchObject({ kind: 'unavailable', code: 'key_not_accepted' })
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause })).not.toContain(
      'thisIsASecret',
    )
  })
})

describe('refund', () => {
  it('gives back a part once, though the answer is lost', async () => {
    const charge = await rail.charge(await customerWith('visa'))
    const request = {
      chargeRef: charge.ref,
      amountMinor: 100000n,
      currency: 'USD',
      refundId: 'r-1',
      idempotencyKey: 'refund-1',
    }
    fake.faults.push({ kind: 'drop_after_effect', path: 'POST /v1/refunds' })
    const refund = await rail.refund(request)
    expect(refund).toMatchObject({ status: 'paid', amountMinor: 100000n })
    expect(await rail.readRefund(refund.ref)).toEqual(refund)
    expect(await rail.readCharge(charge.ref)).toMatchObject({ refunds: [refund] })
  })

  it('refuses to give back more than was paid', async () => {
    const charge = await rail.charge(await customerWith('visa'))
    const request = {
      chargeRef: charge.ref,
      amountMinor: 717941n,
      currency: 'USD',
      refundId: 'r-1',
      idempotencyKey: 'refund-1',
    }
    expect(await refusalOf(rail.refund(request))).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' })
  })
})

describe('chargebacks', () => {
  it('counts what an open or lost dispute took, and nothing of a won one', async () => {
    const charge = await rail.charge(await customerWith('visa'))
    const intent = fake.state.intents.get(charge.ref)
    if (!intent) throw new Error('no intent')
    const dispute = fake.state.dispute(intent)
    expect(await rail.readCharge(charge.ref)).toMatchObject({ disputedMinor: 717940n })
    fake.state.closeDispute(dispute, 'won')
    expect(await rail.readCharge(charge.ref)).toMatchObject({ disputedMinor: 0n })
  })
})

describe('listMovements', () => {
  it('lists charges, refunds, disputes and fees with their sign, over several pages', async () => {
    const request = await customerWith('visa')
    const charge = await rail.charge(request)
    for (let index = 0; index < 120; index += 1)
      await rail.refund({
        chargeRef: charge.ref,
        amountMinor: 10n,
        currency: 'USD',
        refundId: `r-${index}`,
        idempotencyKey: `r-${index}`,
      })
    const intent = fake.state.intents.get(charge.ref)
    if (intent) fake.state.dispute(intent)
    const movements: RailMovement[] = []
    for await (const movement of rail.listMovements({ fromSeconds: 0, untilSeconds: 10 ** 11 }))
      movements.push(movement)
    const sumOf = (kind: string) =>
      movements.filter((movement) => movement.kind === kind).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    expect(movements.every(({ kind, chargeRef }) => kind === 'fee' || chargeRef === charge.ref)).toBe(true)
    expect([sumOf('charge'), sumOf('refund'), sumOf('dispute')]).toEqual([717940n, -1200n, -716740n])
    expect(sumOf('fee')).toBeLessThan(0n)
  })
})

describe('readEvent', () => {
  const now = 1_800_000_000
  const event = () => {
    fake.state.emit('payment_intent.succeeded', { id: 'pi_1' })
    const message = fake.state.events.at(-1)
    if (!message) throw new Error('no event')
    message.created = now
    return message
  }
  const read = ({ body, signature }: { body: string; signature: string }, nowSeconds = now) =>
    rail.readEvent({ rawBody: new TextEncoder().encode(body), signature, nowSeconds })

  it('reads a signed event', () => {
    const message = event()
    expect(read(fake.sign(message, now))).toEqual({
      id: message.id,
      type: 'payment_intent.succeeded',
      createdAt: now,
      object: { kind: 'charge', ref: 'pi_1' },
    })
  })

  it('refuses a changed body, a stale or future signature, and a missing one', () => {
    const signed = fake.sign(event(), now)
    expect(() => read({ ...signed, body: signed.body.replace('pi_1', 'pi_2') })).toThrow(
      'The signature of the webhook is not valid',
    )
    expect(() => read(signed, now + 301)).toThrow('not valid')
    expect(() => read(signed, now - 61)).toThrow('dated in the future')
    expect(() => read({ ...signed, signature: '' })).toThrow('has no Stripe-Signature header')
  })

  it('refuses an event that says it was made in the future', () => {
    const message = event()
    message.created = now + 3600
    expect(() => read(fake.sign(message, now))).toThrow('made in the future')
  })

  it.each([
    ['charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_9' }, { kind: 'charge', ref: 'pi_9' }],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_9' }, { kind: 'refund', ref: 're_1' }],
    ['checkout.session.completed', { id: 'cs_1' }, { kind: 'setup', ref: 'cs_1' }],
    ['customer.updated', { id: 'cus_1' }, { kind: 'other', ref: 'cus_1' }],
  ] as const)('knows what %s is about', (type, object, expected) => {
    fake.state.emit(type, object)
    const message = fake.state.events.at(-1)
    if (!message) throw new Error('no event')
    message.created = now
    expect(read(fake.sign(message, now)).object).toEqual(expected)
  })
})

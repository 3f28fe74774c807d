/** Payment methods, charges, messages, refunds and reconciliation, over HTTP, against the stateful fake rail. */
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let fake: FakeStripe
let issue: Awaited<ReturnType<typeof openIssuer>>
let clock = new Date('2026-10-06T08:00:00Z')
const organization = 'own'

beforeAll(async () => {
  fake = await startFakeStripe(() => Math.floor(clock.getTime() / 1000))
  kept = await openKept(
    {
      KEPT_STRIPE_SECRET_KEY: fake.secretKey,
      KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      KEPT_STRIPE_API_BASE: fake.url,
    },
    { now: () => clock },
  )
  issue = await openIssuer(kept)
})
afterAll(async () => {
  await kept.close()
  await fake.close()
})

const billing = () => kept.server.features.billing
const detail = async (id: string) => (await kept.client.billing.invoice({ organization, id })).data
const methods = async () => (await kept.client.billingPayments.methods({ organization })).data
const webhook = () => `${kept.url}/v1/billing/webhooks/stripe`
const succeeded = (invoiceId: string) =>
  [...fake.state.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && metadata.kept_invoice === invoiceId,
  )
/** Delivers everything the rail has not delivered yet, and waits until it is handled. */
let delivered = 0
async function deliverAll(): Promise<void> {
  const events = fake.state.events.slice(delivered)
  delivered = fake.state.events.length
  expect(new Set(await fake.deliver(webhook(), events))).toEqual(new Set(events.length > 0 ? [200] : []))
  await billing().charge()
}

async function addMethod(card: Parameters<FakeStripe['completeSetup']>[1]): Promise<string> {
  const before = new Set((await methods()).methods.map(({ id }) => id))
  const { url } = (await kept.client.billingPayments.addMethod({ organization })).data
  fake.completeSetup(url.split('/').at(-1) ?? '', card)
  await deliverAll()
  const added = (await methods()).methods.find(({ id }) => !before.has(id))
  if (!added) throw new Error('no method')
  return added.id
}

it('lists the rail among the ways to pay', async () => {
  expect((await kept.client.billing.overview({ organization })).data.rails).toEqual(['transfer', 'stripe'])
})

describe('payment methods', () => {
  it('opens a hosted page, and lists the method once it is filled in', async () => {
    expect(await methods()).toMatchObject({ online: true, methods: [], setups_open: 0 })
    const { url } = (await kept.client.billingPayments.addMethod({ organization })).data
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hosted\/setup\/cs_/)
    expect(await methods()).toMatchObject({ methods: [], setups_open: 1 })
    fake.completeSetup(url.split('/').at(-1) ?? '')
    await deliverAll()
    const { methods: listed, setups_open } = await methods()
    expect(setups_open).toBe(0)
    expect(listed).toMatchObject([{ kind: 'card', brand: 'visa', last4: '4242', is_default: true, is_expired: false }])
  })

  it('changes the label and the default, and does not know another organization’s', async () => {
    const [first] = (await methods()).methods
    const id = await addMethod('sepa_debit')
    expect((await methods()).methods.map(({ is_default }) => is_default)).toEqual([true, false])
    const changed = await kept.client.billingPayments.changeMethod({
      organization,
      id,
      label: 'Main',
      is_default: true,
    })
    expect(changed.data).toMatchObject({ id, label: 'Main', is_default: true, kind: 'bank_debit' })
    expect((await methods()).methods.map(({ is_default }) => is_default)).toEqual([true, false])
    const foreign = { organization: 'other', id }
    await expect(kept.otherClient.billingPayments.changeMethod({ ...foreign, label: 'x' })).rejects.toThrow(
      'Payment method not found.',
    )
    await expect(kept.otherClient.billingPayments.removeMethod(foreign)).rejects.toThrow('Payment method not found.')
    await expect(kept.otherClient.billingPayments.methods({ organization })).rejects.toThrow(
      `There is no organization "${organization}".`,
    )
    await kept.client.billingPayments.changeMethod({ organization, id: first?.id ?? '', is_default: true })
    await kept.client.billingPayments.removeMethod({ organization, id })
    await billing().charge()
    expect([...fake.state.methods.values()].filter(({ customer }) => customer === null)).toHaveLength(1)
  })
})

describe('charges', () => {
  it('charges an invoice on its due date, once', async () => {
    const id = await issue(400n)
    await billing().charge()
    expect((await detail(id)).invoice).toMatchObject({ payment_state: 'none', open: '100.00' })
    clock = new Date('2026-11-10T08:00:00Z')
    await billing().charge()
    await billing().charge()
    await deliverAll()
    expect((await detail(id)).invoice).toMatchObject({ payment_state: 'paid', sync_state: 'ok', paid: '100.00' })
    expect(succeeded(id)).toHaveLength(1)
    await expect(kept.client.billingPayments.pay({ organization, id })).rejects.toThrow('has nothing left to pay.')
  })

  it('sends the customer to the bank for 3-D Secure, and is paid afterwards', async () => {
    const id = await issue(800n)
    const method = await addMethod('authentication')
    const paid = (await kept.client.billingPayments.pay({ organization, id, payment_method_id: method })).data
    expect(paid).toMatchObject({ state: 'action_required', amount: '200.00' })
    expect((await detail(id)).invoice.payment_state).toBe('action_required')
    await expect(kept.client.billingPayments.removeMethod({ organization, id: method })).rejects.toThrow(
      'A charge to this payment method is still open.',
    )
    await fetch(paid.action_url ?? '', { redirect: 'manual' })
    await deliverAll()
    expect((await detail(id)).invoice).toMatchObject({ payment_state: 'paid', open: '0.00' })
    await kept.client.billingPayments.removeMethod({ organization, id: method })
  })

  it('says why a charge was declined, and charges another method', async () => {
    const id = await issue(40n)
    const method = await addMethod('insufficient_funds')
    const declined = (await kept.client.billingPayments.pay({ organization, id, payment_method_id: method })).data
    expect(declined).toMatchObject({ state: 'failed', failure_reason: 'Your card has insufficient funds.' })
    expect((await detail(id)).invoice.payment_state).toBe('failed')
    expect((await kept.client.billingPayments.pay({ organization, id })).data.state).toBe('paid')
    await deliverAll()
    expect(succeeded(id)).toHaveLength(1)
    await kept.client.billingPayments.removeMethod({ organization, id: method })
  })

  it('keeps the invoice when the rail is down, and charges later with the same key', async () => {
    const id = await issue(4n)
    fake.down = true
    const waiting = (await kept.client.billingPayments.pay({ organization, id })).data
    expect(waiting.state).toBe('pending')
    expect((await detail(id)).invoice).toMatchObject({
      state: 'issued',
      payment_state: 'pending',
      sync_state: 'failed',
    })
    fake.down = false
    fake.faults.push({ kind: 'server_error_after_effect', path: 'POST /v1/payment_intents' })
    await billing().charge()
    await billing().charge()
    expect((await detail(id)).invoice).toMatchObject({ payment_state: 'paid', sync_state: 'ok' })
    expect(succeeded(id)).toHaveLength(1)
  })

  it('does not delete the last method while an invoice waits to be charged', async () => {
    const id = await issue(8n)
    const [last] = (await methods()).methods
    const removal = kept.client.billingPayments.removeMethod({ organization, id: last?.id ?? '' })
    await expect(removal).rejects.toThrow('is still to be charged to this payment method.')
    await kept.client.billingPayments.pay({ organization, id })
  })
})

describe('the webhook', () => {
  const post = (body: string, signature: string) =>
    fetch(webhook(), { method: 'POST', headers: { 'stripe-signature': signature }, body })
  const event = () => {
    const last = fake.state.events.at(-1)
    if (!last) throw new Error('no event')
    return last
  }

  it('answers a repeated message with 200 and does nothing', async () => {
    await deliverAll()
    const { body, signature } = fake.sign(event())
    const answer = await post(body, signature)
    expect([answer.status, await answer.json()]).toEqual([200, { data: { received: true, repeated: true } }])
  })

  it.each([
    [
      'a changed body',
      (body: string, signature: string) => post(body.replace('evt_', 'evt_x'), signature),
      'not valid',
    ],
    ['no signature', (body: string) => post(body, ''), 'no Stripe-Signature header'],
  ])('refuses %s in one sentence', async (_name, send, message) => {
    const { body, signature } = fake.sign(event())
    const answer = await send(body, signature)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })

  it('refuses a message of the future, and one over the limit', async () => {
    const { body, signature } = fake.sign(event(), Math.floor(clock.getTime() / 1000) + 3600)
    expect((await post(body, signature)).status).toBe(400)
    expect((await post('x'.repeat(600 * 1024), signature)).status).toBe(413)
  })
})

describe('refunds and chargebacks', () => {
  const paymentOf = async (id: string) => {
    const payment = (await detail(id)).payments.find(({ state }) => state === 'paid')
    if (!payment) throw new Error('no payment')
    return payment
  }

  it('refunds a part through the rail once, though the answer is lost', async () => {
    const id = await issue(1200n)
    await kept.client.billingPayments.pay({ organization, id })
    const { id: paymentId } = await paymentOf(id)
    fake.faults.push({ kind: 'server_error_after_effect', path: 'POST /v1/refunds' })
    await kept.client.billingAdmin.refund({ id: paymentId, amount: '100.00', reason: 'Agreed with Ann' })
    await billing().charge()
    await deliverAll()
    expect(await paymentOf(id)).toMatchObject({ refunded: '100.00' })
    expect((await detail(id)).invoice).toMatchObject({ paid: '200.00', open: '100.00', payment_state: 'partial' })
    await expect(
      kept.client.billingAdmin.refund({ id: paymentId, amount: '200.01', reason: 'Too much' }),
    ).rejects.toThrow('At most 200.00 USD of this payment can be refunded.')
    expect([...fake.state.refunds.values()]).toHaveLength(1)
  })

  it('books a refund that was made at the rail itself', async () => {
    const id = await issue(400n)
    await kept.client.billingPayments.pay({ organization, id })
    const [intent] = succeeded(id)
    if (!intent) throw new Error('no intent')
    fake.state.refund(intent, fake.state.chargeOf(intent), 1_000)
    await deliverAll()
    expect(await paymentOf(id)).toMatchObject({ refunded: '10.00' })
  })

  it('takes a chargeback off the invoice, and brings it back when it is won', async () => {
    const id = await issue(400n)
    await kept.client.billingPayments.pay({ organization, id })
    const [intent] = succeeded(id)
    if (!intent) throw new Error('no intent')
    const dispute = fake.state.dispute(intent)
    await deliverAll()
    expect(await paymentOf(id)).toMatchObject({ disputed: '100.00' })
    expect((await detail(id)).invoice).toMatchObject({ paid: '0.00', open: '100.00' })
    fake.state.closeDispute(dispute, 'won')
    await deliverAll()
    expect((await detail(id)).invoice).toMatchObject({ paid: '100.00', open: '0.00', payment_state: 'paid' })
  })
})

describe('reconciliation', () => {
  it('agrees with the rail about everything above', async () => {
    clock = new Date(clock.getTime() + 2 * 3600_000)
    const { data } = await kept.client.billingPaymentsAdmin.reconcile({})
    expect(data.differences).toEqual([])
    expect(data.failed_events).toEqual([])
    expect(data.last_run?.charges).toBeGreaterThan(5)
  })

  it('lists a charge that the journal does not know, and resolves nothing by itself', async () => {
    const customer = [...fake.state.customers.keys()][0] ?? ''
    const foreign = { ...[...fake.state.intents.values()][0] } as Parameters<typeof fake.state.succeed>[0]
    Object.assign(foreign, { id: 'pi_foreign', customer, metadata: {} })
    fake.state.intents.set(foreign.id, foreign)
    fake.state.succeed(foreign)
    clock = new Date(clock.getTime() + 2 * 3600_000)
    await billing().reconcile()
    const { data } = await kept.client.billingPaymentsAdmin.reconciliation({})
    expect(data.differences).toMatchObject([
      { kind: 'missing_in_journal', charge_ref: 'pi_foreign', rail: '100.00', journal: '0.00', payment_id: null },
    ])
  })
})

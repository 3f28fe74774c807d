/** Bad input and faults, walked over HTTP: one sentence each, and nothing of billing changes. */
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let fake: FakeStripe
let invoiceId: string
let paymentId: string
let foreignMethod: string
const clock = new Date('2026-10-06T08:00:00Z')
const nowSeconds = Math.floor(clock.getTime() / 1000)

beforeAll(async () => {
  fake = await startFakeStripe(() => nowSeconds)
  kept = await openKept(
    {
      KEPT_STRIPE_SECRET_KEY: fake.secretKey,
      KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      KEPT_STRIPE_API_BASE: fake.url,
    },
    { now: () => clock },
  )
  const issue = await openIssuer(kept)
  const paid = await issue(400n)
  invoiceId = await issue(800n)
  const transfer = { amount: '100', currency: 'USD', received_on: '2026-10-06', reference: 'T' }
  const { data } = await kept.client.billingAdmin.recordTransfer({ id: paid, ...transfer })
  paymentId = data.payments[0]?.id ?? ''
  await addMethod('own', kept.client)
  foreignMethod = await addMethod('other', kept.otherClient)
  await kept.client.billing.cancelSubscription({ organization: 'own' })
})
afterAll(async () => {
  await kept.close()
  await fake.close()
})

const webhook = () => `${kept.url}/v1/billing/webhooks/stripe`

async function addMethod(organization: string, client: TestKept['client']): Promise<string> {
  const { url } = (await client.billingPayments.addMethod({ organization })).data
  fake.completeSetup(url.split('/').at(-1) ?? '')
  await fake.deliver(webhook(), fake.state.events)
  await kept.server.features.billing.charge()
  return (await client.billingPayments.methods({ organization })).data.methods[0]?.id ?? ''
}

/** Every row of billing, of both organizations and of the messages of the rail. */
async function fingerprint(): Promise<string[]> {
  const client = await kept.world.database.pool.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_name LIKE 'billing_%' ORDER BY 1",
    )
    const prints: string[] = []
    for (const { organizationId } of [kept.world.scope, kept.world.otherScope]) {
      await client.query('BEGIN')
      await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId])
      for (const { name } of tables) {
        const { rows } = await client.query<{ print: string }>(
          `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), '')) AS print FROM ${name} AS t`,
        )
        prints.push(`${name} ${rows[0]?.print}`)
      }
      await client.query('ROLLBACK')
    }
    return prints
  } finally {
    client.release()
  }
}

const send = (method: string, path: string, body: unknown) =>
  fetch(`${kept.url}/v1/${path}`, {
    method,
    headers: { ...kept.headers('own'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const buy = (body: Record<string, unknown>) => send('POST', 'billing/own/credits/purchase', body)
const event = () => {
  const last = fake.state.events.at(-1)
  if (!last) throw new Error('no event')
  return last
}
const message = (seconds?: number, change: (body: string) => string = (body) => body) => {
  const { body, signature } = fake.sign(event(), seconds)
  return fetch(webhook(), { method: 'POST', headers: { 'stripe-signature': signature }, body: change(body) })
}
const transfer = (amount: string, currency = 'USD') =>
  send('POST', `admin/billing/invoices/${invoiceId}/transfers`, {
    ...{ amount, currency, received_on: '2026-10-06', reference: 'A' },
  })

it.each<[string, number, () => Promise<Response>]>([
  ['credit in an unknown currency', 400, () => buy({ amount: '5', currency: 'XXQ' })],
  ['a negative credit purchase', 400, () => buy({ amount: '-5', currency: 'USD' })],
  ['a credit purchase of zero', 400, () => buy({ amount: '0', currency: 'USD' })],
  ['a part of a cent', 400, () => buy({ amount: '5.001', currency: 'USD' })],
  [
    'credit paid with the payment method of another organization',
    404,
    () => buy({ amount: '5', currency: 'USD', pay_with: 'payment_method', payment_method_id: foreignMethod }),
  ],
  ['a transfer in an unknown currency', 400, () => transfer('5', 'XXQ')],
  ['a transfer in another currency than the invoice', 400, () => transfer('5', 'EUR')],
  ['a negative transfer', 400, () => transfer('-5')],
  [
    'a negative refund',
    400,
    () => send('POST', `admin/billing/payments/${paymentId}/refunds`, { amount: '-1', reason: 'Back' }),
  ],
  [
    'a charge to the payment method of another organization',
    404,
    () => send('POST', `billing/own/invoices/${invoiceId}/pay`, { payment_method_id: foreignMethod }),
  ],
  [
    'the payment method of another organization as default',
    404,
    () => send('PATCH', `billing/own/payment-methods/${foreignMethod}`, { is_default: true }),
  ],
  [
    'deleting the payment method of another organization',
    404,
    () => send('DELETE', `billing/own/payment-methods/${foreignMethod}`, {}),
  ],
  ['a second cancel', 409, () => send('POST', 'billing/own/subscription/cancel', {})],
  [
    'a billing alert with a negative amount',
    400,
    () => send('POST', 'billing/own/alerts', { kind: 'fee', name: 'x', currency: 'USD', amount: '-1' }),
  ],
  ['a message of the future', 400, () => message(nowSeconds + 3600)],
  ['a message that is replayed after an hour', 400, () => message(nowSeconds - 3600)],
  ['a changed message', 400, () => message(nowSeconds, (body) => body.replace('evt_', 'evt_x'))],
  ['a message over the limit', 413, () => message(nowSeconds, (body) => body + ' '.repeat(600 * 1024))],
  ['a request over the limit', 413, () => buy({ amount: '5', currency: 'USD', note: 'x'.repeat(3 * 1024 * 1024) })],
])('refuses %s in one sentence and changes nothing', async (_name, status, request) => {
  const before = await fingerprint()
  const answer = await request()
  const { message: sentence } = (await answer.json()) as { message: string }
  expect([answer.status, sentence]).toEqual([status, expect.stringMatching(/^[A-Z"\d\w][^\n]*\.$/)])
  await kept.server.features.billing.charge()
  expect(await fingerprint()).toEqual(before)
})

it('handles a message once, however often it is delivered', async () => {
  const before = await fingerprint()
  const answers = await Promise.all([message(), message(), message()])
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual(
    Array(3).fill([200, { data: { received: true, repeated: true } }]),
  )
  await kept.server.features.billing.charge()
  expect(await fingerprint()).toEqual(before)
})

it('would notice a change', async () => {
  const before = await fingerprint()
  // Messages of the rail belong to no organization; they are seen all the same.
  expect(
    before.some((print) => /^billing_rail_event [1-9]/.test(print)),
    before.join('\n'),
  ).toBe(true)
  expect((await buy({ amount: '5', currency: 'USD' })).status).toBe(200)
  expect(await fingerprint()).not.toEqual(before)
})

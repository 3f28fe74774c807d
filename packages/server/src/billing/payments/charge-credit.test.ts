/** Prepaid credit paid with a payment method, against the stateful fake rail. */
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { checkBooks } from '../testing/check-books.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let fake: FakeStripe
let clock = new Date('2026-10-06T08:00:00Z')
const organization = 'own'
const methods: Record<string, string> = {}
const cards = ['visa', 'authentication', 'sepa_debit', 'insufficient_funds'] as const

beforeAll(async () => {
  fake = await startFakeStripe(() => Math.floor(clock.getTime() / 1000))
  kept = await openKept(
    {
      ...{ KEPT_STRIPE_SECRET_KEY: fake.secretKey, KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret },
      KEPT_STRIPE_API_BASE: fake.url,
    },
    { now: () => clock },
  )
  await openIssuer(kept)
  for (const card of cards) {
    const existing = new Set(Object.values(methods))
    const { url } = (await kept.client.billingPayments.addMethod({ organization })).data
    fake.completeSetup(url.split('/').at(-1) ?? '', card)
    await kept.server.features.billing.charge()
    const listed = (await kept.client.billingPayments.methods({ organization })).data.methods
    methods[card] = listed.find(({ id }) => !existing.has(id))?.id ?? ''
  }
})
afterAll(async () => {
  await kept.close()
  await fake.close()
})

const buy = async (card: (typeof cards)[number], amount = '50.00') =>
  (
    await kept.client.billing.purchaseCredit({
      ...{ organization, amount, currency: 'USD', pay_with: 'payment_method', payment_method_id: methods[card] },
    })
  ).data
const balance = async () => (await kept.client.billing.credits({ organization })).data.balances[0]?.amount
const check = () => checkBooks(kept.world.database, kept.world.scope)

it('adds the credit when the charge is paid, and gives back what was not used', async () => {
  const bought = await buy('visa')
  expect(bought).toMatchObject({ state: 'available', remaining: '50.00', payment: { state: 'paid', rail: 'stripe' } })
  expect(await balance()).toBe('50.00')
  await check()
  const id = bought.payment?.id ?? ''
  await expect(kept.client.billingAdmin.refund({ id, amount: '50.01', reason: 'Back' })).rejects.toThrow(
    'At most 50.00',
  )
  expect((await kept.client.billingAdmin.refund({ id, amount: '20.00', reason: 'Back' })).data.state).toBe('paid')
  expect(await balance()).toBe('30.00')
  await check()
})

it('waits for a confirmation, a debit or another payment, and never counts before', async () => {
  const confirmed = await buy('authentication')
  expect(confirmed).toMatchObject({ state: 'pending', payment: { state: 'action_required' } })
  expect(confirmed.payment?.action_url).toMatch(/^http/)
  const transfer = { id: confirmed.id, amount: '50.00', received_on: '2026-10-06', reference: 'bank' }
  await expect(kept.client.billingAdmin.recordCreditTransfer(transfer)).rejects.toThrow('being paid online')
  const debit = await buy('sepa_debit')
  expect(debit.payment?.state).toBe('pending')
  expect(await balance()).toBe('30.00')
  for (const { id } of fake.state.intents.values()) fake.answerCharge(id, 'accept')
  clock = new Date(clock.getTime() + 2 * 3600_000)
  await kept.server.features.billing.charge()
  expect(await balance()).toBe('130.00')
  await check()
})

it('leaves a declined purchase to be paid by transfer', async () => {
  const declined = await buy('insufficient_funds')
  expect(declined).toMatchObject({ state: 'pending', payment: { state: 'failed' } })
  const transfer = { id: declined.id, amount: '50.00', received_on: '2026-10-06', reference: 'bank' }
  expect((await kept.client.billingAdmin.recordCreditTransfer(transfer)).data.state).toBe('available')
  await check()
})

it('takes a chargeback from the credit, and what was used of it as a loss', async () => {
  const before = Number(await balance())
  const bought = await buy('visa', '10.00')
  const intent = [...fake.state.intents.values()].find(({ metadata }) => metadata.kept_payment === bought.payment?.id)
  if (!intent) throw new Error('no intent')
  const dispute = fake.state.dispute(intent)
  await fake.deliver(`${kept.url}/v1/billing/webhooks/stripe`, fake.state.events.slice(-3))
  await kept.server.features.billing.charge()
  expect(Number(await balance())).toBe(before)
  await check()
  expect(dispute === undefined).toBe(false)
})

it('reconciles credit with the rail, and charges after an answer was lost once', async () => {
  fake.faults.push({ kind: 'drop_after_effect' })
  const lost = await buy('visa')
  clock = new Date(clock.getTime() + 2 * 3600_000)
  await kept.server.features.billing.charge()
  const intents = [...fake.state.intents.values()].filter(({ metadata }) => metadata.kept_payment === lost.payment?.id)
  expect(intents).toHaveLength(1)
  await check()
  clock = new Date(clock.getTime() + 2 * 3600_000)
  await kept.server.features.billing.reconcile()
  expect((await kept.client.billingPaymentsAdmin.reconciliation({})).data.differences).toEqual([])
})

it('answers what cannot be bought with one sentence, and changes nothing', async () => {
  const count = async () => (await kept.client.billing.credits({ organization })).data.credits.length
  const before = await count()
  const request = { organization, currency: 'USD', pay_with: 'payment_method' as const }
  await expect(kept.client.billing.purchaseCredit({ ...request, amount: '0' })).rejects.toThrow('above zero')
  await expect(kept.client.billing.purchaseCredit({ ...request, amount: '-5' })).rejects.toThrow()
  const foreign = { payment_method_id: '00000000-0000-4000-8000-000000000000', amount: '5.00' }
  await expect(kept.client.billing.purchaseCredit({ ...request, ...foreign })).rejects.toThrow(
    'Payment method not found.',
  )
  expect(await count()).toBe(before)
})

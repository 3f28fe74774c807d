/** Emails and notifications about documents, due dates and payments that stopped: each event once. */
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
      ...{ KEPT_STRIPE_SECRET_KEY: fake.secretKey, KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret },
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

const write = () => kept.server.features.billing.writeEmails(kept.world.scope)
const emails = () =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('billing_email').select(['kind', 'subject', 'body', 'recipients']).orderBy('created_at').execute(),
  )
const notified = async (kind: string) =>
  (await kept.client.notifications.list({ limit: 100 })).data.filter((notification) => notification.kind === kind)

it('writes once about an issued invoice, to the recipients of the billing details', async () => {
  const id = await issue(400n)
  expect([await write(), await write()]).toEqual([1, 0])
  expect(await emails()).toMatchObject([
    { kind: 'issued', subject: 'Invoice KPT-2026-0001: $100.00, due 2026-11-05', recipients: ['ap@northwind.example'] },
  ])
  expect((await emails())[0]?.body).toContain(`/billing?invoice=${id}`)
})

it('writes and notifies three days before an invoice is due', async () => {
  clock = new Date('2026-11-01T08:00:00Z')
  expect(await write()).toBe(0)
  clock = new Date('2026-11-02T08:00:00Z')
  expect([await write(), await write()]).toEqual([1, 0])
  expect((await emails()).at(-1)).toMatchObject({
    kind: 'due',
    subject: 'Invoice KPT-2026-0001 is due on 2026-11-05: $100.00',
  })
  expect(await notified('invoice_due')).toMatchObject([
    { title: 'Invoice KPT-2026-0001 is due on 2026-11-05: $100.00', body: 'Pay it by 2026-11-05.' },
  ])
})

it('writes about a declined charge, and about a credit note', async () => {
  const { url } = (await kept.client.billingPayments.addMethod({ organization })).data
  fake.completeSetup(url.split('/').at(-1) ?? '', 'insufficient_funds')
  await kept.server.features.billing.charge()
  const [invoice] = (await kept.client.billing.invoices({ organization })).data
  await kept.client.billingPayments.pay({ organization, id: invoice?.id ?? '' })
  expect([await write(), await write()]).toEqual([1, 0])
  expect((await emails()).at(-1)?.subject).toBe('Payment of invoice KPT-2026-0001 failed: $100.00')
  expect(await notified('payment_failed')).toHaveLength(1)
  const { data } = await kept.client.billing.invoice({ organization, id: invoice?.id ?? '' })
  const line_id = data.document.lines[0]?.id ?? ''
  const disputed = await kept.client.billing.dispute({ organization, id: data.invoice.id, line_id, reason: 'No' })
  const { data: open } = await kept.client.billingBooks.disputes({})
  expect(open).toMatchObject([{ number: 'KPT-2026-0001', dispute: { reason: 'No', state: 'open' } }])
  await kept.client.billingAdmin.answerDispute({
    ...{ id: disputed.data.disputes[0]?.id ?? '', accept: true, answer: 'Right' },
  })
  expect([await write(), await write()]).toEqual([2, 0])
  expect(
    (await emails())
      .slice(-2)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(['Credit note KPT-CN-2026-0001: $100.00', 'Your dispute was accepted: Terminated resources, $100.00'])
  expect((await emails()).find(({ kind }) => kind === 'dispute')?.body).toContain('A credit note gives it back.')
  expect(await notified('credit_note_issued')).toHaveLength(1)
})

it('writes about a rejected dispute, with the answer', async () => {
  const id = await issue(200n)
  const { data } = await kept.client.billing.invoice({ organization, id })
  const disputed = await kept.client.billing.dispute({
    ...{ organization, id, line_id: data.document.lines[0]?.id ?? '', reason: 'We did not do this' },
  })
  await kept.client.billingAdmin.answerDispute({
    ...{ id: disputed.data.disputes[0]?.id ?? '', accept: false, answer: 'The bill of November shows it.' },
  })
  await write()
  const written = (await emails()).find(({ subject }) => subject.startsWith('Your dispute was rejected'))
  expect(written).toMatchObject({ kind: 'dispute', recipients: ['ap@northwind.example'] })
  expect(written?.body).toContain('The answer: The bill of November shows it.')
})

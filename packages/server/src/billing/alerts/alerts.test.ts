/** Billing alerts over HTTP: created beside budgets, sent once, and routed to the channels of alert rules. */
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let issue: Awaited<ReturnType<typeof openIssuer>>
let clock = new Date('2026-10-06T08:00:00Z')
const organization = 'own'
beforeAll(async () => {
  kept = await openKept({}, { now: () => clock })
  issue = await openIssuer(kept)
})
afterAll(() => kept.close())

const api = () => kept.client.billingAlerts
const evaluate = () => kept.server.features.billing.evaluateAlerts(kept.world.scope)
const sent = async () =>
  (await kept.client.notifications.list({ limit: 100 })).data
    .filter(({ kind }) => kind === 'billing_alert')
    .map(({ title }) => title)
const money = { currency: 'USD', amount: '50' }

it('alerts once for each invoice that is due, and again for another number of days', async () => {
  const { data } = await api().create({ organization, kind: 'invoice_due', name: 'Due soon', days_before: 3 })
  expect(data).toMatchObject({ kind: 'invoice_due', days_before: 3, enabled: true, crossings: [] })
  await issue(400n)
  await evaluate()
  expect(await sent()).toEqual([])
  // Due on 2026-11-05.
  clock = new Date('2026-11-02T08:00:00Z')
  await evaluate()
  await evaluate()
  expect(await sent()).toEqual(['Invoice KPT-2026-0001 is due: $100.00'])
  const changed = await api().change({ organization, id: data.id, days_before: 4 })
  expect(changed.data).toMatchObject({
    days_before: 4,
    crossings: [{ title: 'Invoice KPT-2026-0001 is due: $100.00' }],
  })
  expect(await sent()).toHaveLength(2)
  expect((await kept.client.alerts.previewRule({ kinds: ['billing'] })).data[0]).toMatchObject({
    ...{ kind: 'billing', severity: 'medium', amount: '100', currency: 'USD' },
    href: expect.stringMatching(/^\/billing\?invoice=/),
  })
  await api().remove({ organization, id: data.id })
})

it('alerts when the credit balance falls below, and again after it recovered', async () => {
  const { data } = await api().create({ organization, kind: 'credit_balance', name: 'Low credit', ...money })
  expect((await sent())[0]).toBe('Credit balance: $0.00')
  const before = (await sent()).length
  const credit = await kept.client.billing.purchaseCredit({ organization, amount: '60.00', currency: 'USD' })
  await kept.client.billingAdmin.recordCreditTransfer({
    ...{ id: credit.data.id, amount: '60.00', received_on: '2026-11-02', reference: 'bank' },
  })
  await evaluate()
  expect(await sent()).toHaveLength(before)
  await issue(80n)
  await evaluate()
  expect((await sent())[0]).toBe('Credit balance: $40.00')
  await api().remove({ organization, id: data.id })
})

it('alerts when the fee or the spend of the month reaches its amount', async () => {
  const days = ['2026-11-01', '2026-11-02']
  const cost = { BilledCost: '40', EffectiveCost: '40', BillingCurrency: 'USD' }
  await publishLines(
    kept.world,
    kept.world.scope,
    'load',
    days.map((day) => lineOn(day, cost)),
  )
  clock = new Date('2026-11-03T08:00:00Z')
  const { data } = await api().create({ organization, kind: 'spend', name: 'Spend', currency: 'USD', amount: '81' })
  expect(data.kind === 'spend' && data.crossings).toEqual([])
  const lower = await api().change({ organization, id: data.id, amount: '80' })
  expect(lower.data).toMatchObject({ amount: '80.00', crossings: [{ title: 'Spend of November 2026: $80.00' }] })
  const { database, scope } = kept.world
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_run')
      .values({
        ...{ organization_id: scope.organizationId, period: '2026-11', currency: 'USD', state: 'provisional' },
        ...{ inputs_key: 'x', net: '400000000000', parts: '[]', held: '[]', gaps: '[]', calculated_at: clock },
      })
      .execute(),
  )
  const fee = await api().create({ organization, kind: 'fee', name: 'Fee', ...money })
  expect(fee.data).toMatchObject({ crossings: [{ title: 'Fee of November 2026: $100.00' }] })
  await api().change({ organization, id: fee.data.id, enabled: false })
  expect((await api().list({ organization })).data).toMatchObject([
    { kind: 'fee', enabled: false },
    { kind: 'spend', amount: '80.00' },
  ])
})

it('answers what cannot be an alert with one sentence', async () => {
  const cases = [
    [{ kind: 'fee', name: 'x' }, /currency/],
    [{ kind: 'fee', name: 'x', currency: 'USD', amount: '0' }, /above zero/],
    [{ kind: 'fee', name: 'x', currency: 'USD', amount: '1', days_before: 3 }, /days_before/],
    [{ kind: 'fee', name: 'x', currency: 'XXQ', amount: '1' }, /XXQ/],
    [{ kind: 'invoice_due', name: 'x', days_before: 61 }, /days_before/],
    [{ name: 'x', period: 'monthly', currency: 'USD', amount: '1', enabled: true }, /enabled/],
  ] as const
  for (const [body, message] of cases)
    await expect(api().create({ organization, ...body } as never)).rejects.toThrow(message)
  const { data } = await api().create({ organization, kind: 'invoice_due', name: 'Due', days_before: 0 })
  await expect(api().change({ organization, id: data.id, amount: '5' })).rejects.toThrow('amount')
  const foreign = { organization: 'other', id: data.id }
  await expect(kept.otherClient.billingAlerts.change({ ...foreign, enabled: false })).rejects.toThrow('not found')
  await expect(kept.otherClient.billingAlerts.remove(foreign)).rejects.toThrow('not found')
  await expect(kept.otherClient.billingAlerts.list({ organization })).rejects.toThrow(
    `There is no organization "${organization}".`,
  )
})

it('keeps alerts about billing from those who may not see billing', async () => {
  const bob = await createTestUser(kept, { name: 'bob', in: 'own' })
  const { client } = bob
  const { data } = await client.billingAlerts.create({
    ...{ organization, name: 'Mine', period: 'monthly', currency: 'USD', amount: '10' },
  })
  expect(data.kind).toBe('budget')
  expect((await client.billingAlerts.list({ organization })).data.map(({ kind }) => kind)).toEqual(['budget'])
  await expect(
    client.billingAlerts.create({ organization, kind: 'invoice_due', name: 'x', days_before: 1 }),
  ).rejects.toThrow('billing:read')
  const [alert] = (await api().list({ organization })).data.filter(({ kind }) => kind !== 'budget')
  const id = alert?.id ?? ''
  await expect(client.billingAlerts.change({ organization, id, name: 'y' })).rejects.toThrow('Budget not found')
  expect((await client.notifications.list({ limit: 100 })).data.filter(({ kind }) => kind === 'billing_alert')).toEqual(
    [],
  )
  expect((await client.notifications.list({})).meta.unread).toBeLessThan(
    (await kept.client.notifications.list({})).meta.unread,
  )
})

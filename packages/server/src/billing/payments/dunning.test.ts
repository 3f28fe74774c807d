/** Dunning of overdue invoices: emails, charges, the operator, and giving up. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let issue: Awaited<ReturnType<typeof openIssuer>>
let clock = new Date('2026-10-06T08:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_ADMIN_EMAILS: 'operator@example.com' }, { now: () => clock })
  issue = await openIssuer(kept)
})
afterAll(() => kept.close())

const dayMs = 24 * 3600_000
const admin = () => kept.client.billingPaymentsAdmin
const stepsOf = async (id: string) => (await admin().dunning({ id })).data.steps
const dun = async (day: string) => {
  clock = new Date(`${day}T08:00:00Z`)
  await kept.server.features.billing.dun()
}
const mails = (): string[] => {
  const folder = join(kept.server.services.config.dataFolder, 'mail')
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}

it('takes each step of the default campaign once, and stores every email', async () => {
  const id = await issue(400n)
  // Due on 2026-11-05.
  await dun('2026-11-07')
  expect((await stepsOf(id)).map(({ action, planned_on }) => [action, planned_on])).toEqual([
    ['reminder', '2026-11-08'],
    ['retry_charge', '2026-11-10'],
    ['second_reminder', '2026-11-15'],
    ['notify_operator', '2026-11-25'],
  ])
  expect(mails()).toEqual([])
  await dun('2026-11-08')
  await dun('2026-11-08')
  expect(mails()).toHaveLength(1)
  expect(mails()[0]).toContain('Reminder: $100.00 of invoice KPT-2026-0001 is overdue')
  expect(mails()[0]).toContain('To: ap@northwind.example')
  await dun('2026-11-10')
  await dun('2026-11-25')
  expect((await stepsOf(id)).map(({ action, state, detail }) => [action, state, detail])).toEqual([
    ['reminder', 'done', 'Emailed to ap@northwind.example.'],
    ['retry_charge', 'skipped', 'Online payment is not set up.'],
    ['second_reminder', 'done', 'Emailed to ap@northwind.example.'],
    ['notify_operator', 'done', 'Emailed to operator@example.com.'],
  ])
  expect(mails()).toHaveLength(3)
  const emails = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('billing_email').select(['kind', 'state']).orderBy('created_at').execute(),
  )
  expect(emails).toEqual([
    { kind: 'reminder', state: 'sent' },
    { kind: 'second_reminder', state: 'sent' },
  ])
})

it('does nothing for a paused customer, and goes on when resumed', async () => {
  clock = new Date('2026-12-01T08:00:00Z')
  const id = await issue(40n)
  const customer = kept.world.scope.organizationId
  await admin().pauseDunning({ id: customer, reason: 'A plan was agreed' })
  expect((await admin().dunning({ id })).data.paused).toMatchObject({
    reason: 'A plan was agreed',
    paused_by: 'Operator',
  })
  const before = mails().length
  await dun('2027-02-01')
  expect(mails()).toHaveLength(before)
  await admin().resumeDunning({ id: customer })
  await dun('2027-02-01')
  // Days late, several steps are due at once: one email to the customer, one to the operator.
  expect(mails()).toHaveLength(before + 2)
  expect((await stepsOf(id)).filter(({ state }) => state === 'skipped').map(({ action }) => action)).toEqual([
    'reminder',
    'retry_charge',
  ])
})

it('gives up where the campaign says so, and takes it back when the money comes', async () => {
  clock = new Date('2027-03-01T08:00:00Z')
  const id = await issue(80n)
  const campaign = {
    currency: 'USD',
    enabled: true,
    steps: [{ days_after_due: 30, action: 'mark_uncollectible' as const }],
  }
  expect((await admin().changeCampaign(campaign)).data).toMatchObject({ is_custom: true, changed_by: 'Operator' })
  await dun(new Date(clock.getTime() + 61 * dayMs).toISOString().slice(0, 10))
  const detail = async () => (await kept.client.billing.invoice({ organization: 'own', id })).data.invoice
  expect(await detail()).toMatchObject({ payment_state: 'uncollectible', written_off: '20.00', open: '0.00' })
  await kept.client.billingAdmin.recordTransfer({
    ...{ id, amount: '20.00', currency: 'USD', received_on: '2027-05-05', reference: 'late' },
  })
  expect(await detail()).toMatchObject({ payment_state: 'paid', written_off: '0.00' })
})

it('refuses a campaign whose steps make no sense, in one sentence', async () => {
  const step = (days_after_due: number, action: 'reminder' | 'mark_uncollectible') => ({ days_after_due, action })
  for (const [steps, message] of [
    [[step(5, 'reminder'), step(3, 'reminder')], 'must be ordered by days_after_due'],
    [[step(5, 'reminder'), step(5, 'reminder')], 'must not repeat an action on one day'],
    [[step(5, 'mark_uncollectible'), step(6, 'reminder')], 'must have nothing after mark_uncollectible'],
  ] as const)
    await expect(admin().changeCampaign({ currency: 'USD', enabled: true, steps: [...steps] })).rejects.toThrow(message)
})

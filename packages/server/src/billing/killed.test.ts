/**
 * The real server process is killed while it issues, charges and handles messages of the rail, and started again: no
 * number is skipped, no one is charged twice, and the journal balances. `KEPT_BILLING_KILLS` sets how often each.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type FakeStripe, startFakeStripe } from '@kept/connectors/payments/stripe/testing/fake-stripe.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../platform/log.ts'
import { killKept, type SpawnedKept, spawnKept } from '../testing/acknowledged/spawned-kept.ts'
import { openWitness, type Witness } from '../testing/acknowledged/witness.ts'
import { draftStatements } from './documents/draft-statements.ts'
import { checkBooks, checkNumbers } from './testing/check-books.ts'
import { plantSigned } from './testing/plant-signed.ts'

const kills = Number(process.env.KEPT_BILLING_KILLS ?? 2)
const organization = 'own'
/** One draft each, so that several documents are issued at once. */
const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'AUD']
const feeMinor = 2_500

let folder: string
let fake: FakeStripe
let kept: SpawnedKept
let engines: number[]
let witness: Witness
let scope: Scope
let books: Map<string, ReturnType<typeof openStatementBook>>
let months = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-billing-killed-'))
  fake = await startFakeStripe()
  await start()
  const [row] = await witness.query(`SELECT id FROM organization WHERE slug = '${organization}'`)
  scope = { organizationId: String(row?.id) }
  books = new Map(currencies.map((currency) => [currency, openStatementBook(scope.organizationId, currency)]))
  const buyer = {
    ...{ name: 'Northwind, Inc.', street: '1 Harbor Plaza', street_2: '', city: 'Portland', postal_code: '97204' },
    ...{ region: 'OR', country: 'US', tax_id: '', email: 'ap@northwind.example' },
  }
  await kept.client.billing.changeAccount({
    ...{ organization, buyer, recipients: [], locale: 'en-US', purchase_order: '', preferred_rail: 'transfer' },
  })
  for (const card of ['visa', 'sepa_debit'] as const) {
    const { url } = (await kept.client.billingPayments.addMethod({ organization })).data
    fake.completeSetup(url.split('/').at(-1) ?? '', card)
    await deliver(0)
    await vi.waitFor(async () => expect((await methodIds()).length).toBe(card === 'visa' ? 1 : 2), { timeout: 60_000 })
  }
}, 300_000)
beforeEach(() => {
  delete fake.onRequest
})
afterAll(async () => {
  await witness?.close()
  if (kept) await killKept(kept, engines)
  await fake?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function start(): Promise<void> {
  kept = await spawnKept(folder, {
    ...{ KEPT_STRIPE_SECRET_KEY: fake.secretKey, KEPT_STRIPE_WEBHOOK_SECRET: fake.webhookSecret },
    KEPT_STRIPE_API_BASE: fake.url,
  })
  engines = await kept.enginePids()
  witness = await openWitness(join(folder, 'data'))
}

/** Kept alone, or with its engines. */
async function restart(withEngines: boolean): Promise<void> {
  await witness.close()
  await killKept(kept, withEngines ? engines : [])
  delete fake.onRequest
  await start()
}

/** Kills Kept at this stage of its next such request; resolves when the signal was sent. */
function killAt(request: RegExp, stage: 'received' | 'carried_out'): Promise<void> {
  return new Promise((resolve) => {
    fake.onRequest = (text, reached) => {
      if (reached !== stage || !request.test(text)) return
      delete fake.onRequest
      kept.process.kill('SIGKILL')
      resolve()
    }
  })
}

const methodIds = async () =>
  (await kept.client.billingPayments.methods({ organization })).data.methods.map(({ id }) => id)
const webhook = () => `${kept.url}/v1/billing/webhooks/stripe`
/** Every event from this one on, twice, the newest first. An answer that never comes is no failure. */
async function deliver(since: number): Promise<void> {
  const events = fake.state.events.slice(since).reverse()
  await fake.deliver(webhook(), [...events, ...events]).catch(() => undefined)
}

/** A drafted invoice in each currency. */
async function plantDrafts(chosen = currencies): Promise<string[]> {
  months += 1
  const period = `${2020 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  for (const currency of chosen) {
    const saved = { [`action-${months}`]: { kind: 'terminate' as const, saved: 100n * 10n ** 9n } }
    const statement = books.get(currency)?.close(period, saved)
    if (statement) await plantSigned(witness.database, scope, statement)
  }
  await draftStatements(
    { state: { database: witness.database }, log: createLog('silent'), now: () => new Date() },
    scope,
  )
  const { data } = await kept.client.billing.invoices({ organization, state: 'draft', page_size: 100 })
  return data.map(({ id }) => id)
}

async function issueOne(): Promise<string> {
  const [id = ''] = await plantDrafts(['USD'])
  await kept.client.billingAdmin.issue({ id })
  return id
}

const intentsOf = (invoiceId: string) =>
  [...fake.state.intents.values()].filter(({ metadata }) => metadata.kept_invoice === invoiceId)
const paymentState = async (id: string) =>
  (await kept.client.billing.invoice({ organization, id })).data.invoice.payment_state

async function expectPaidOnce(invoiceId: string): Promise<void> {
  await vi.waitFor(async () => expect(await paymentState(invoiceId)).toBe('paid'), { timeout: 60_000, interval: 200 })
  const charged = intentsOf(invoiceId).filter(({ status }) => status === 'succeeded')
  expect(charged.map(({ amount }) => amount)).toEqual([feeMinor])
  await checkBooks(witness.database, scope)
}

it('spends every number once when it is killed while it issues', { timeout: 900_000 }, async () => {
  let interrupted = 0
  for (let round = 0; round < kills; round += 1) {
    const ids = await plantDrafts()
    expect(ids.length).toBe(currencies.length)
    const requests = ids.map((id) =>
      kept.client.billingAdmin.issue({ id }).then(
        () => 1,
        () => 0,
      ),
    )
    // The first few answers come, the rest is under way.
    await Promise.race([...requests.slice(0, 3).map((request) => request.then(() => wait(round * 3))), wait(2_000)])
    await restart(round % 2 === 1)
    const answered = (await Promise.all(requests)).reduce((sum: number, count) => sum + count, 0)
    await checkBooks(witness.database, scope)
    await checkNumbers(witness.database)
    const { data: left } = await kept.client.billing.invoices({ organization, state: 'draft', page_size: 100 })
    expect(left.length).toBeLessThanOrEqual(currencies.length - answered)
    if (left.length > 0) interrupted += 1
    for (const { id } of left) await kept.client.billingAdmin.issue({ id })
    await checkNumbers(witness.database)
  }
  await checkBooks(witness.database, scope)
  expect(interrupted).toBeGreaterThan(0)
})

it('charges once when it is killed between the charge and its record', { timeout: 900_000 }, async () => {
  const [card = ''] = await methodIds()
  for (let round = 0; round < kills; round += 1) {
    const id = await issueOne()
    const since = fake.state.events.length
    const killed = killAt(/^POST \/v1\/payment_intents$/, round % 2 === 1 ? 'received' : 'carried_out')
    const request = kept.client.billingPayments
      .pay({ organization, id, payment_method_id: card })
      .catch(() => undefined)
    await killed
    await request
    await restart(round % 2 === 1)
    // The customer tries again, while the rail reports the first charge, late and twice.
    await Promise.all([
      kept.client.billingPayments.pay({ organization, id, payment_method_id: card }).catch(() => undefined),
      deliver(since),
    ])
    await expectPaidOnce(id)
  }
})

it('books a payment once when it is killed while it handles the message about it', { timeout: 900_000 }, async () => {
  const [, debit = ''] = await methodIds()
  for (let round = 0; round < kills; round += 1) {
    const id = await issueOne()
    const since = fake.state.events.length
    await kept.client.billingPayments.pay({ organization, id, payment_method_id: debit })
    expect(await paymentState(id)).toBe('pending')
    fake.answerCharge(intentsOf(id)[0]?.id ?? '', 'accept')
    const killed = killAt(/^GET \/v1\/payment_intents\//, round % 2 === 0 ? 'carried_out' : 'received')
    await Promise.all([killed, deliver(since)])
    await restart(round % 2 === 1)
    await deliver(since)
    await expectPaidOnce(id)
  }
})

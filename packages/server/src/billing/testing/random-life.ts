/** For tests: one customer whose steps are drawn at random, on a database whose transactions are killed now and then. */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openStatementBook, type SavedAction } from '@kept/engine/testing/statement-book.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { changePayment, lockPayment } from '@kept/store/billing/payments.ts'
import { writeAccount } from '@kept/store/billing/settings.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import fc from 'fast-check'
import { createLog } from '../../platform/log.ts'
import type { BillingDeps } from '../deps.ts'
import { answer, openDispute } from '../disputes.ts'
import { issueDue } from '../documents/issue-due.ts'
import { voidDraft } from '../documents/void-draft.ts'
import { draftAll } from '../jobs.ts'
import { followDispute } from '../payments/move-back.ts'
import { purchaseCredit, recordCreditTransfer } from '../payments/purchase-credit.ts'
import { recordTransfer } from '../payments/record-transfer.ts'
import { settleRefund, startRefund } from '../payments/refund-payment.ts'
import { writeOff } from '../payments/write-off.ts'
import { cancelSubscription, resumeSubscription } from '../subscription.ts'
import { pickRow } from './check-books.ts'
import { plantSigned } from './plant-signed.ts'

class Killed extends Error {}

/** A database whose transactions are killed before (1) or after (2) they commit, as the numbers say. */
function flaky(database: Database, next: () => number): Database {
  return {
    ...database,
    async scoped(scope, work) {
      const fate = next()
      const result = await database.scoped(scope, async (tx) => {
        const done = await work(tx)
        if (fate === 1) throw new Killed('before the commit')
        return done
      })
      if (fate === 2) throw new Killed('after the commit')
      return result
    },
  }
}

const ops = [
  ...(['close', 'close', 'close', 'trueUp', 'trueUp', 'issue', 'issue', 'dispute', 'answer', 'transfer'] as const),
  ...(['transfer', 'refund', 'chargeback', 'writeOff', 'purchase', 'payPurchase', 'void', 'notice'] as const),
]
export const stepArbitrary = fc.record({
  op: fc.constantFrom(...ops),
  pick: fc.nat(1000),
  /** Minor units. */
  amount: fc.integer({ min: 1, max: 500_000 }),
  flag: fc.boolean(),
  saved: fc.array(fc.bigInt(-3_000n * 10n ** 9n, 20_000n * 10n ** 9n), { minLength: 3, maxLength: 3 }),
  fates: fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2), { maxLength: 4 }),
})
export interface Step {
  op: (typeof ops)[number]
  pick: number
  amount: number
  flag: boolean
  saved: bigint[]
  fates: number[]
}

interface Life {
  scope: Scope
  /** Performs the step; a killed one is tried again until it goes through, as jobs and people do. */
  run(step: Step): Promise<void>
}

export async function openLife(database: Database): Promise<Life> {
  const { id } = await ensureOrganization(database, { slug: `life-${randomUUID()}`, name: 'Life', demo: false })
  const scope: Scope = { organizationId: id }
  const state: State = {
    scope,
    book: openStatementBook(id, 'USD'),
    months: [],
    signed: false,
    clock: new Date('2024-01-06T00:00:00Z'),
  }
  const buyer = {
    name: 'Life',
    street: '',
    street_2: '',
    city: '',
    postal_code: '',
    region: '',
    country: 'DE',
    tax_id: '',
    email: '',
  }
  const account = { buyer, recipients: [], locale: 'de-DE', purchase_order: '', preferred_rail: 'transfer' as const }
  await database.scoped(scope, (tx) => writeAccount(tx, account, { now: state.clock }))
  return {
    scope,
    async run(step) {
      const fates = [...step.fates]
      state.clock = new Date(state.clock.getTime() + (step.op === 'issue' ? 8 * 24 : 1) * 3_600_000)
      state.signed = false
      for (let attempt = 0; attempt < 6; attempt += 1) {
        try {
          return await perform(state, step, { steady: database, flaky: flaky(database, () => fates.shift() ?? 0) })
        } catch (error) {
          // Refused: the step does not fit what happened before.
          if (error instanceof KeptError) return
          if (!(error instanceof Killed)) throw error
        }
      }
    },
  }
}

interface State {
  scope: Scope
  book: ReturnType<typeof openStatementBook>
  months: string[]
  /** The statement of this step was signed: trying the step again signs no other. */
  signed: boolean
  clock: Date
}

interface Databases {
  steady: Database
  flaky: Database
}

async function perform(state: State, step: Step, databases: Databases): Promise<void> {
  const { scope, clock } = state
  const { flaky: database, steady } = databases
  const deps: BillingDeps = { state: { database }, log: createLog('silent'), now: () => state.clock }
  switch (step.op) {
    case 'close':
    case 'trueUp':
      if (!state.signed) await sign(state, step, steady)
      return draftAll(deps, scope)
    case 'issue':
      await draftAll(deps, scope)
      return void (await issueDue(deps, scope))
    case 'dispute':
    case 'answer':
    case 'void':
      return performOnLine(state, step, databases)
    case 'notice':
      return void (await database.scoped(scope, (tx) =>
        step.flag ? cancelSubscription(tx, { reason: 'Test', now: clock }) : resumeSubscription(tx, clock),
      ))
    default:
      return performMoney(state, step, databases)
  }
}

async function sign(state: State, { op, pick, saved }: Step, database: Database): Promise<void> {
  const { scope, book, months } = state
  state.signed = true
  const period = op === 'close' ? nextMonth(months.length) : months[pick % Math.max(months.length, 1)]
  if (period === undefined) return
  if (op === 'close') {
    months.push(period)
    // A month is closed after its end, so that notice can end service between two months.
    const closed = new Date(`${nextMonth(months.length)}-06T00:00:00Z`)
    if (state.clock < closed) state.clock = closed
  }
  const statement = book.close(period, savedOf(saved))
  if (statement) await plantSigned(database, scope, statement)
}

async function performOnLine(
  { scope, clock: now }: State,
  { op, pick, flag }: Step,
  { steady, flaky: database }: Databases,
) {
  const find = (table: string, condition: string) => pickRow(steady, scope, { table, condition, pick })
  const userName = 'Test'
  if (op === 'dispute') {
    const line = await find('billing_invoice_line', "state = 'billed' AND fee_minor > 0")
    const [invoiceId, lineId] = [line?.invoice_id ?? '', line?.id ?? '']
    if (line) await database.scoped(scope, (tx) => openDispute(tx, { invoiceId, lineId, reason: 'No', userName, now }))
  } else if (op === 'answer') {
    const id = (await find('billing_dispute', "state = 'open'"))?.id
    if (id) await database.scoped(scope, (tx) => answer(tx, id, { accept: flag, text: 'So', userName, now }))
  } else {
    const id = (await find('billing_invoice', "state = 'draft'"))?.id
    if (id) await database.scoped(scope, (tx) => voidDraft(tx, id, { reason: 'Test', now }))
  }
}

async function performMoney(
  { scope, clock: now }: State,
  step: Step,
  { steady, flaky: database }: Databases,
): Promise<void> {
  const find = async (table: string, condition: string) =>
    (await pickRow(steady, scope, { table, condition, pick: step.pick }))?.id
  const amount = `${Math.floor(step.amount / 100)}.${String(step.amount % 100).padStart(2, '0')}`
  const common = { amount, userName: 'Test', now }
  const received = { receivedOn: '2026-01-01', reference: now.toISOString() }
  switch (step.op) {
    case 'transfer': {
      const id = await find('billing_invoice', "state = 'issued' AND kind = 'invoice'")
      const transfer = { ...received, amount, currency: 'USD', recordedBy: 'Test', now }
      if (id) await database.scoped(scope, (tx) => recordTransfer(tx, id, transfer))
      return
    }
    case 'refund': {
      const id = await find('billing_payment', "state = 'paid'")
      if (!id) return
      // A request that is sent again carries the same idempotency key, and changes nothing.
      const reason = now.toISOString()
      if (await find('billing_refund', `reason = '${reason}'`)) return
      return void (await database.scoped(scope, async (tx) => {
        await settleRefund(tx, await startRefund(tx, id, { ...common, reason }), now)
      }))
    }
    case 'chargeback': {
      const id = await find('billing_payment', "state = 'paid' AND invoice_id IS NOT NULL")
      const disputed = step.flag ? BigInt(step.amount) : 0n
      if (id) await database.scoped(scope, (tx) => reportDispute(tx, id, { disputed, now }))
      return
    }
    case 'writeOff': {
      const id = await find('billing_invoice', "state = 'issued'")
      if (id) await database.scoped(scope, (tx) => writeOff(tx, id, now))
      return
    }
    case 'purchase':
      return void (await database.scoped(scope, (tx) => purchaseCredit(tx, { ...common, currency: 'USD' })))
    default: {
      const id = await find('billing_credit', "state = 'pending'")
      if (id) await database.scoped(scope, (tx) => recordCreditTransfer(tx, id, { ...common, ...received }))
    }
  }
}

/** As the rail reports it: what the bank holds back now, at most what the payment still has. */
async function reportDispute(tx: ScopedTransaction, id: string, { disputed, now }: { disputed: bigint; now: Date }) {
  await lockBilling(tx)
  const payment = await lockPayment(tx, id)
  if (!payment || payment.invoiceId === null) return
  const { invoiceId, amount, refunded } = payment
  const total = disputed < amount - refunded ? disputed : amount - refunded
  await changePayment(tx, id, { disputed_minor: total, updated_at: now })
  await followDispute(tx, { ...payment, invoiceId }, { total, number: invoiceId, now })
}

const kinds = ['terminate', 'rightsize', 'schedule'] as const

function savedOf(saved: readonly bigint[]): Record<string, SavedAction> {
  return Object.fromEntries(
    saved.map((amount, index) => [`action-${index}`, { kind: kinds[index] ?? 'terminate', saved: amount }]),
  )
}

function nextMonth(index: number): string {
  return `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Attempts to pay an invoice or prepaid credit through the rail: opened before the rail is called, changed by what it reports. */
import type { RailCharge } from '@kept/domain/billing/payment-rail.ts'
import type { PaymentAttemptState, SyncState } from '@kept/domain/billing/states.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

export interface RailPayment {
  id: string
  /** One of the two is what it pays for. */
  invoiceId: string | null
  creditId: string | null
  state: PaymentAttemptState
  currency: string
  amount: bigint
  /** What of it settled the invoice when it arrived. */
  applied: bigint
  refunded: bigint
  disputed: bigint
  railRef: string | null
  idempotencyKey: string
  methodId: string | null
  actionUrl: string | null
  failureReason: string
  /** Changes with every change of the row: a report that was read before a change is read again. */
  version: string
}

interface NewAttempt {
  id: string
  invoiceId: string | null
  creditId: string | null
  methodId: string
  amount: bigint
  currency: string
  recordedBy: string
  now: Date
}

export async function openAttempt(tx: ScopedTransaction, attempt: NewAttempt): Promise<void> {
  const { id, invoiceId, creditId, methodId, amount, currency, recordedBy, now } = attempt
  await tx
    .insertInto('billing_payment')
    .values({
      ...{ id, organization_id: tx.scopedTo, invoice_id: invoiceId, credit_id: creditId, currency },
      ...{ rail: 'stripe', state: 'pending' },
      ...{ amount_minor: amount, idempotency_key: `kept-charge-${id}`, method_id: methodId, recorded_by: recordedBy },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}

const columns = [
  'id',
  'invoice_id',
  'credit_id',
  'state',
  'currency',
  'amount_minor',
  'applied_minor',
  'refunded_minor',
  'disputed_minor',
  'rail_ref',
  'idempotency_key',
  'method_id',
  'action_url',
  'failure_reason',
] as const

function railPayments(tx: ScopedTransaction) {
  return tx
    .selectFrom('billing_payment')
    .select(columns)
    .select(sql<string>`xmin::text`.as('version'))
    .where('rail', '=', 'stripe')
}

export async function readAttempt(tx: ScopedTransaction, id: string): Promise<RailPayment | undefined> {
  const row = await railPayments(tx).where('id', '=', id).executeTakeFirst()
  return row && toPayment(row)
}

/** Waits for other transactions that change it. */
export async function lockAttempt(tx: ScopedTransaction, id: string): Promise<RailPayment | undefined> {
  const row = await railPayments(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toPayment(row)
}

/** The attempt of this invoice that may still move money. */
export async function findUnsettled(tx: ScopedTransaction, invoiceId: string): Promise<RailPayment | undefined> {
  const row = await railPayments(tx)
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['pending', 'action_required'])
    .executeTakeFirst()
  return row && toPayment(row)
}

/** The attempt to pay this purchase that may still move money. */
export async function findUnsettledOfCredit(tx: ScopedTransaction, creditId: string): Promise<RailPayment | undefined> {
  const row = await railPayments(tx)
    .where('credit_id', '=', creditId)
    .where('state', 'in', ['pending', 'action_required'])
    .executeTakeFirst()
  return row && toPayment(row)
}

export async function hasUnsettledOf(tx: ScopedTransaction, methodId: string): Promise<boolean> {
  const row = await railPayments(tx)
    .where('method_id', '=', methodId)
    .where('state', 'in', ['pending', 'action_required'])
    .executeTakeFirst()
  return row !== undefined
}

/** Writes what changed; a report that changes nothing writes nothing. */
export async function saveReport(
  tx: ScopedTransaction,
  payment: RailPayment,
  { state, charge, now }: { state: PaymentAttemptState; charge: RailCharge; now: Date },
): Promise<void> {
  const failureReason = state === 'failed' ? (charge.failure ?? payment.failureReason) : ''
  const actionUrl = state === 'action_required' ? charge.actionUrl : null
  const isSame =
    payment.state === state &&
    payment.railRef === charge.ref &&
    payment.disputed === charge.disputedMinor &&
    payment.actionUrl === actionUrl &&
    payment.failureReason === failureReason
  if (isSame) return
  await tx
    .updateTable('billing_payment')
    .set({
      ...{ state, rail_ref: charge.ref, action_url: actionUrl, failure_reason: failureReason, updated_at: now },
      disputed_minor: charge.disputedMinor,
      ...(state === 'paid' && payment.state !== 'paid' && { received_on: now.toISOString().slice(0, 10) }),
    })
    .where('id', '=', payment.id)
    .execute()
}

/** The rail refused the call itself: no money moves by it. */
export async function failAttempt(tx: ScopedTransaction, id: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('billing_payment')
    .set({ state: 'failed', failure_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('rail_ref', 'is', null)
    .execute()
}

export async function addRefunded(tx: ScopedTransaction, id: string, amount: bigint, now: Date): Promise<void> {
  await tx
    .updateTable('billing_payment')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', String(amount)), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

export async function setSync(tx: ScopedTransaction, invoiceId: string, state: SyncState): Promise<void> {
  await tx
    .updateTable('billing_invoice')
    .set({ sync_state: state })
    .where('id', '=', invoiceId)
    .where('sync_state', '<>', state)
    .execute()
}

function toPayment(row: Awaited<ReturnType<ReturnType<typeof railPayments>['executeTakeFirstOrThrow']>>): RailPayment {
  return {
    ...{ id: row.id, invoiceId: row.invoice_id, creditId: row.credit_id },
    ...{ state: row.state, currency: row.currency, version: row.version },
    ...{ amount: BigInt(row.amount_minor), refunded: BigInt(row.refunded_minor), disputed: BigInt(row.disputed_minor) },
    applied: BigInt(row.applied_minor),
    ...{ railRef: row.rail_ref, idempotencyKey: row.idempotency_key, methodId: row.method_id },
    ...{ actionUrl: row.action_url, failureReason: row.failure_reason },
  }
}

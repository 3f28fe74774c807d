/**
 * Charges an invoice: the attempt is stored with its key, then the rail is called, then the result is stored. A process
 * that finds an attempt without a result repeats the call with the same key.
 */
import { randomUUID } from 'node:crypto'
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { type InvoiceRow, readInvoice } from '@kept/store/billing/invoices.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { findDefaultMethod, findMethod, readCustomerRef, readMethodRef } from '@kept/store/billing/payment-methods.ts'
import {
  failAttempt,
  findUnsettled,
  openAttempt,
  type RailPayment,
  readAttempt,
  setSync,
} from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { invoicePath } from '../invoice-path.ts'
import type { RailDeps } from './deps.ts'
import { settleInvoice } from './settle-invoice.ts'
import { rereadCharge, syncCharge } from './sync-charge.ts'

interface ChargeRequest {
  invoiceId: string
  /** Undefined: the default method. */
  methodId?: string | undefined
  recordedBy: string
}

/**
 * Returns the attempt after the rail was asked; it may still be pending. Throws conflict where there is nothing to
 * charge, and returns an unsettled attempt instead of making a second one.
 */
export async function chargeInvoice(deps: RailDeps, scope: Scope, request: ChargeRequest): Promise<RailPayment> {
  const { database } = deps.state
  const waiting = await database.scoped(scope, (tx) => findUnsettled(tx, request.invoiceId))
  if (waiting?.state === 'action_required' && waiting.railRef !== null) {
    // The customer may want another method: the page of the earlier attempt must not charge them as well.
    if (request.methodId === undefined || request.methodId === waiting.methodId) return waiting
    await syncCharge(deps, scope, waiting.id, (ref) => deps.paymentRail.cancelCharge(ref ?? ''))
  } else if (waiting) {
    await continueCharge(deps, scope, waiting.id)
    return requireAttempt(deps, scope, waiting.id)
  }
  const opened = await database.scoped(scope, (tx) => openFor(tx, request, deps.now()))
  deps.log.info(
    {
      event: 'billing.charge_started',
      ...{ organization_id: scope.organizationId, invoice_id: request.invoiceId, payment_id: opened.id },
    },
    'charging an invoice',
  )
  if (opened.isNew) await send(deps, scope, opened.id, { repeated: false })
  else await continueCharge(deps, scope, opened.id)
  return requireAttempt(deps, scope, opened.id)
}

/** Brings an attempt without a final result forward: asks the rail for it, or repeats the call. */
export async function continueCharge(deps: RailDeps, scope: Scope, paymentId: string): Promise<void> {
  const { railRef } = await requireAttempt(deps, scope, paymentId)
  if (railRef === null) await send(deps, scope, paymentId, { repeated: true })
  else await rereadCharge(deps, scope, paymentId, railRef)
}

async function openFor(
  tx: ScopedTransaction,
  { invoiceId, methodId, recordedBy }: ChargeRequest,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  await lockBilling(tx)
  const invoice = await readInvoice(tx, invoiceId)
  const { amount, currency } = chargeable(invoice)
  const waiting = await findUnsettled(tx, invoiceId)
  if (waiting) return { id: waiting.id, isNew: false }
  const method = methodId === undefined ? await findDefaultMethod(tx) : await findMethod(tx, methodId)
  if (!method && methodId !== undefined) throw new KeptError('not_found', 'Payment method not found.')
  if (!method) throw new KeptError('conflict', 'There is no payment method yet. Add one, then pay again.')
  const id = randomUUID()
  await openAttempt(tx, { id, invoiceId, methodId: method.id, amount, currency, recordedBy, now })
  await setSync(tx, invoiceId, 'pending')
  await settleInvoice(tx, invoiceId)
  return { id, isNew: true }
}

function chargeable(invoice: InvoiceRow | undefined): { amount: bigint; currency: string } {
  if (!invoice) throw new KeptError('not_found', 'Invoice not found.')
  if (invoice.kind !== 'invoice' || invoice.state !== 'issued')
    throw new KeptError('conflict', 'Only an issued invoice can be paid.')
  const amount = openAmount(invoice)
  if (amount <= 0n) throw new KeptError('conflict', `Invoice ${invoice.number} has nothing left to pay.`)
  return { amount, currency: invoice.currency }
}

/** One call of the rail and its result. An unreachable rail leaves the attempt as it is, to be repeated. */
async function send(
  deps: RailDeps,
  scope: Scope,
  paymentId: string,
  { repeated }: { repeated: boolean },
): Promise<void> {
  const { database } = deps.state
  const stored = await database.scoped(scope, (tx) => readForCall(tx, paymentId))
  const call = { ...stored, returnUrl: `${deps.origin()}${invoicePath(stored.invoiceId)}`, repeated }
  try {
    await syncCharge(deps, scope, paymentId, (ref) =>
      ref === null ? deps.paymentRail.charge(call) : deps.paymentRail.readCharge(ref),
    )
  } catch (error) {
    if (!(error instanceof RailError)) throw error
    const { kind, code, message } = error
    deps.log.warn(
      {
        event: 'billing.charge_failed',
        ...{ organization_id: scope.organizationId, payment_id: paymentId, invoice_id: stored.invoiceId },
        ...{ kind, code, reason: message },
      },
      'the payment rail did not charge an invoice',
    )
    await database.scoped(scope, async (tx) => {
      await lockBilling(tx)
      if (kind !== 'unavailable') await failAttempt(tx, paymentId, message, deps.now())
      await setSync(tx, stored.invoiceId, 'failed')
      await settleInvoice(tx, stored.invoiceId)
    })
  }
}

/** Only what is stored: a repeated call says the same as the first. */
async function readForCall(tx: ScopedTransaction, paymentId: string) {
  const payment = await readAttempt(tx, paymentId)
  const invoice = payment && (await readInvoice(tx, payment.invoiceId))
  const methodRef = payment?.methodId && (await readMethodRef(tx, payment.methodId))
  const customerRef = await readCustomerRef(tx)
  if (!payment || !invoice || !methodRef || !customerRef)
    throw new Error(`payment ${paymentId} cannot be charged: its invoice, method or customer is missing`)
  const { invoiceId, amount, currency, idempotencyKey } = payment
  return {
    ...{ customerRef, methodRef, amountMinor: amount, currency, invoiceId, paymentId, idempotencyKey },
    description: `Invoice ${invoice.number ?? invoiceId}`,
  }
}

async function requireAttempt({ state }: RailDeps, scope: Scope, id: string): Promise<RailPayment> {
  const payment = await state.database.scoped(scope, (tx) => readAttempt(tx, id))
  if (!payment) throw new Error(`payment ${id} does not exist`)
  return payment
}

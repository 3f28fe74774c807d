/**
 * Charges an invoice: the attempt is stored with its key, then the rail is called, then the result is stored. A process
 * that finds an attempt without a result repeats the call with the same key.
 */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { type InvoiceRow, readInvoice } from '@kept/store/billing/invoices.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { findUnsettled, openAttempt, type RailPayment, setSync } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { RailDeps } from './deps.ts'
import { continueCharge, requireAttempt, requireChargedMethod, sendCharge } from './send-charge.ts'
import { settleInvoice } from './settle-invoice.ts'
import { syncCharge } from './sync-charge.ts'

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
  if (opened.isNew) await sendCharge(deps, scope, opened.id, { repeated: false })
  else await continueCharge(deps, scope, opened.id)
  return requireAttempt(deps, scope, opened.id)
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
  const method = await requireChargedMethod(tx, methodId)
  const id = randomUUID()
  await openAttempt(tx, { id, invoiceId, creditId: null, methodId: method.id, amount, currency, recordedBy, now })
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

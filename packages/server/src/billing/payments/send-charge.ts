/** Calls the rail for an attempt that is stored with its key, and stores the result. */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import {
  findDefaultMethod,
  findMethod,
  type PaymentMethodRow,
  readCustomerRef,
  readMethodRef,
} from '@kept/store/billing/payment-methods.ts'
import { failAttempt, type RailPayment, readAttempt, setSync } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { invoicePath } from '../invoice-path.ts'
import type { RailDeps } from './deps.ts'
import { referenceOf } from './payment-reference.ts'
import { settleInvoice } from './settle-invoice.ts'
import { rereadCharge, syncCharge } from './sync-charge.ts'

/** The method, or the default one. Throws where there is none. */
export async function requireChargedMethod(
  tx: ScopedTransaction,
  methodId: string | undefined,
): Promise<PaymentMethodRow> {
  const method = methodId === undefined ? await findDefaultMethod(tx) : await findMethod(tx, methodId)
  if (!method && methodId !== undefined) throw new KeptError('not_found', 'Payment method not found.')
  if (!method) throw new KeptError('conflict', 'There is no payment method yet. Add one, then pay again.')
  return method
}

/** Brings an attempt without a final result forward: asks the rail for it, or repeats the call. */
export async function continueCharge(deps: RailDeps, scope: Scope, paymentId: string): Promise<void> {
  const { railRef } = await requireAttempt(deps, scope, paymentId)
  if (railRef === null) await sendCharge(deps, scope, paymentId, { repeated: true })
  else await rereadCharge(deps, scope, paymentId, railRef)
}

/** One call of the rail and its result. An unreachable rail leaves the attempt as it is, to be repeated. */
export async function sendCharge(
  deps: RailDeps,
  scope: Scope,
  paymentId: string,
  { repeated }: { repeated: boolean },
): Promise<void> {
  const { database } = deps.state
  const stored = await database.scoped(scope, (tx) => readForCall(tx, paymentId))
  const path = stored.invoiceId === null ? '/billing' : invoicePath(stored.invoiceId)
  const call = { ...stored, returnUrl: `${deps.origin()}${path}`, repeated }
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
      'the payment rail did not charge a payment method',
    )
    await database.scoped(scope, async (tx) => {
      await lockBilling(tx)
      if (kind !== 'unavailable') await failAttempt(tx, paymentId, message, deps.now())
      if (stored.invoiceId === null) return
      await setSync(tx, stored.invoiceId, 'failed')
      await settleInvoice(tx, stored.invoiceId)
    })
  }
}

/** Only what is stored: a repeated call says the same as the first. */
async function readForCall(tx: ScopedTransaction, paymentId: string) {
  const payment = await readAttempt(tx, paymentId)
  const methodRef = payment?.methodId && (await readMethodRef(tx, payment.methodId))
  const customerRef = await readCustomerRef(tx)
  if (!payment || !methodRef || !customerRef)
    throw new Error(`payment ${paymentId} cannot be charged: it, its method or its customer is missing`)
  const { invoiceId, amount, currency, idempotencyKey } = payment
  return {
    ...{ customerRef, methodRef, amountMinor: amount, currency, invoiceId, paymentId, idempotencyKey },
    description: `${invoiceId === null ? 'Prepaid credit' : 'Invoice'} ${await referenceOf(tx, payment)}`,
  }
}

export async function requireAttempt({ state }: RailDeps, scope: Scope, id: string): Promise<RailPayment> {
  const payment = await state.database.scoped(scope, (tx) => readAttempt(tx, id))
  if (!payment) throw new Error(`payment ${id} does not exist`)
  return payment
}

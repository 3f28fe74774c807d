/**
 * Brings a payment, its invoice and the journal to the state that the rail reports. A report that was applied before
 * changes nothing, so it may arrive any number of times.
 */
import { randomUUID } from 'node:crypto'
import type { RailCharge, RailRefund } from '@kept/domain/billing/payment-rail.ts'
import { nextAttemptState } from '@kept/engine/billing/attempt-state.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { addRefunded, lockAttempt, type RailPayment, saveReport, setSync } from '@kept/store/billing/rail-payments.ts'
import { addRefund, changeRefund, listRefundsOf } from '@kept/store/billing/refunds.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { followDispute, takeBack } from './move-back.ts'
import { notifyAttempt } from './notify-attempt.ts'
import { referenceOf } from './payment-reference.ts'
import { receivePayment } from './receive-payment.ts'
import { settleInvoice } from './settle-invoice.ts'

/** `stale`: the payment changed after the report was read, so it must be read again. */
type Applied = 'applied' | 'stale'

interface Report {
  paymentId: string
  charge: RailCharge
  /** The payment's version when the rail was asked. */
  version: string
  now: Date
}

export async function applyCharge(
  tx: ScopedTransaction,
  { paymentId, charge, version, now }: Report,
): Promise<Applied> {
  await lockBilling(tx)
  const before = await requireAttempt(tx, paymentId)
  if (before.version !== version) return 'stale'
  if (before.railRef !== null && before.railRef !== charge.ref)
    throw new Error(`payment ${paymentId} is charge ${before.railRef}, not ${charge.ref}`)
  const state = nextAttemptState(before.state, charge.status)
  const isReceived = state === 'paid' && before.state !== 'paid'
  // Receiving the money is what makes it paid.
  await saveReport(tx, before, { state: isReceived ? before.state : state, charge, now })
  if (isReceived) await receivePayment(tx, paymentId, { now, receivedOn: utcDay(now.getTime()) })
  const moved = { number: await referenceOf(tx, before), now }
  for (const refund of charge.refunds) await applyRefund(tx, paymentId, refund, moved)
  // Saved already, so what was disputed before is put back for the comparison.
  const current = { ...(await requireAttempt(tx, paymentId)), disputed: before.disputed }
  await followDispute(tx, current, { ...moved, total: charge.disputedMinor })
  if (before.invoiceId !== null) {
    await settleInvoice(tx, before.invoiceId)
    await setSync(tx, before.invoiceId, 'ok')
  }
  if (state !== before.state) await notifyAttempt(tx, before, { state, charge })
  return 'applied'
}

async function requireAttempt(tx: ScopedTransaction, paymentId: string): Promise<RailPayment> {
  const payment = await lockAttempt(tx, paymentId)
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  return payment
}

/** A refund counts once it is paid; one that was made at the rail itself gets a row of its own. */
async function applyRefund(
  tx: ScopedTransaction,
  paymentId: string,
  refund: RailRefund,
  { number, now }: { number: string; now: Date },
): Promise<void> {
  const { ref, refundId, status, amountMinor } = refund
  const refunds = await listRefundsOf(tx, [paymentId])
  const row = refunds.find(({ id, railRef }) => railRef === ref || (railRef === null && id === refundId))
  if (row?.state === 'paid' || row?.state === 'failed') return
  const id = row?.id ?? randomUUID()
  if (!row)
    await addRefund(tx, {
      ...{ id, payment_id: paymentId, state: 'pending', amount_minor: amountMinor, reason: 'Made in Stripe' },
      ...{ idempotency_key: `refund of the rail ${ref}`, recorded_by: 'Stripe', created_at: now, updated_at: now },
    })
  await changeRefund(tx, id, { state: status, rail_ref: ref, updated_at: now })
  if (status !== 'paid') return
  const payment = await requireAttempt(tx, paymentId)
  await addRefunded(tx, paymentId, amountMinor, now)
  await takeBack(tx, payment, amountMinor, {
    ...{ kind: 'refund', source: `refund ${id}`, description: `Refund of ${number}`, now },
  })
}

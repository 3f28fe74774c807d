/** Prepaid credit: pending until the operator records a transfer, or a charge is paid (`charge-credit.ts`). */
import { randomUUID } from 'node:crypto'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { toMinor } from '@kept/engine/billing/minor.ts'
import { addCredit, readCredit } from '@kept/store/billing/credits.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { addPayment } from '@kept/store/billing/payments.ts'
import { findUnsettledOfCredit } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { receivePayment } from './receive-payment.ts'

/** Returns the credit's id. Throws for an unknown currency and for an amount that is not above zero. */
export async function purchaseCredit(
  tx: ScopedTransaction,
  { amount, currency, userName, now }: { amount: string; currency: string; userName: string; now: Date },
): Promise<string> {
  const minor = toMinor(amount, currency)
  if (minor <= 0n) throw badInput('amount must be above zero.')
  const reference = `CREDIT-${randomUUID().slice(0, 8).toUpperCase()}`
  return addCredit(tx, {
    currency,
    source: 'purchase',
    amount: minor,
    invoiceId: null,
    reference,
    createdBy: userName,
    now,
  })
}

/** What arrived counts, also when it is not what was announced. */
export async function recordCreditTransfer(
  tx: ScopedTransaction,
  creditId: string,
  transfer: { amount: string; receivedOn: string; reference: string; userName: string; now: Date },
): Promise<void> {
  await lockBilling(tx)
  const credit = await readCredit(tx, creditId)
  if (!credit) throw new KeptError('not_found', 'Credit not found.')
  if (credit.source !== 'purchase' || credit.state !== 'pending')
    throw new KeptError('conflict', 'Only a purchase that waits for its money can be paid.')
  if (await findUnsettledOfCredit(tx, creditId))
    throw new KeptError('conflict', 'This credit is being paid online. Wait for the result, then record the transfer.')
  const amount = toMinor(transfer.amount, credit.currency)
  if (amount <= 0n) throw badInput('amount must be above zero.')
  const payment = await addPayment(tx, {
    ...{ credit_id: creditId, rail: 'transfer', state: 'pending', currency: credit.currency, amount_minor: amount },
    ...{ reference: transfer.reference, idempotency_key: `transfer ${creditId}`, recorded_by: transfer.userName },
    ...{ created_at: transfer.now, updated_at: transfer.now },
  })
  if (!payment) throw new KeptError('conflict', 'The transfer for this purchase was recorded before.')
  await receivePayment(tx, payment.id, { now: transfer.now, receivedOn: transfer.receivedOn })
}

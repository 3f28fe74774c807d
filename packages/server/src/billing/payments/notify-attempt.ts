/** Notifications about attempts to pay, in the transaction of the change: each exactly once. */
import type { RailCharge } from '@kept/domain/billing/payment-rail.ts'
import type { PaymentAttemptState } from '@kept/domain/billing/states.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { RailPayment } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { invoicePath } from '../invoice-path.ts'
import { referenceOf } from './payment-reference.ts'

export async function notifyAttempt(
  tx: ScopedTransaction,
  payment: RailPayment,
  { state, charge }: { state: PaymentAttemptState; charge: RailCharge },
): Promise<void> {
  const { id, invoiceId, amount, currency } = payment
  const reference = await referenceOf(tx, payment)
  const subject = invoiceId === null ? `Prepaid credit ${reference}` : `Invoice ${reference}`
  const money = formatMoney(amountText(amount, currency), currency)
  const link =
    invoiceId === null
      ? { href: '/billing', thread: `payment ${id}` }
      : { href: invoicePath(invoiceId), thread: `invoice ${invoiceId}` }
  const scope = { organizationId: tx.scopedTo }
  if (state === 'failed')
    await addNotification(tx, scope, {
      kind: 'payment_failed',
      title: `${subject}: ${money} could not be charged`,
      body: `${charge.failure ?? 'The payment method was declined.'} Pay with another method or by bank transfer.`,
      ...link,
    })
  if (state === 'action_required')
    await addNotification(tx, scope, {
      kind: 'payment_failed',
      title: `${subject}: confirm the payment of ${money}`,
      body: 'Your bank asks you to confirm it. Open Billing to do so.',
      ...link,
    })
}

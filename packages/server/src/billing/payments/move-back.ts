/**
 * Money of a payment that leaves again, by a refund or a chargeback, and money of a chargeback that returns. What a
 * payment left over as credit is followed too, so that the journal's cash is what the rail holds.
 */
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import {
  bookBroughtBack,
  bookRestored,
  bookTakenBack,
  splitBroughtBack,
  splitTakenBack,
} from '@kept/engine/billing/returned-money.ts'
import { addCredit, readCredit, takeFromCredit } from '@kept/store/billing/credits.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import type { RailPayment } from '@kept/store/billing/rail-payments.ts'
import { countBooked, listCreditsByReference, readLoss } from '@kept/store/billing/returned-money.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { applyCorrections } from './apply-corrections.ts'
import { settleInvoice } from './settle-invoice.ts'

/** A payment on any rail. */
type ReceivedPayment = Pick<
  RailPayment,
  'id' | 'invoiceId' | 'creditId' | 'currency' | 'applied' | 'refunded' | 'disputed'
>

interface Departure {
  kind: 'refund' | 'chargeback'
  source: string
  description: string
  now: Date
}

/** `payment` as it was before this departure. */
export async function takeBack(
  tx: ScopedTransaction,
  payment: ReceivedPayment,
  amount: bigint,
  { kind, now, ...event }: Departure,
): Promise<void> {
  const { id, invoiceId, creditId: purchaseId, currency, refunded, disputed } = payment
  const settled = payment.applied - refunded - disputed
  const purchase = purchaseId === null ? undefined : await readCredit(tx, purchaseId)
  const credits = [...(purchase ? [purchase] : []), ...(await listCreditsByReference(tx, overpaymentOf(id)))]
  const taken = splitTakenBack(amount, {
    applied: settled > 0n ? settled : 0n,
    credit: credits.reduce((sum, { remaining }) => sum + remaining, 0n),
  })
  let left = taken.credit
  for (const { id: creditId, remaining } of credits) {
    const part = left < remaining ? left : remaining
    if (part > 0n) await takeFromCredit(tx, creditId, part)
    left -= part
  }
  await bookTransaction(tx, bookTakenBack(kind, { ...event, currency }, taken), { invoiceId, now })
  if (invoiceId === null) return
  await settleInvoice(tx, invoiceId, { paid: -taken.invoice })
  await applyCorrections(tx, invoiceId, now)
}

/** A chargeback takes money at once; one that is won brings it again. `total` is what the bank holds back now. */
export async function followDispute(
  tx: ScopedTransaction,
  payment: ReceivedPayment,
  { total, number, now }: { total: bigint; number: string; now: Date },
): Promise<void> {
  const change = total - payment.disputed
  if (change === 0n) return
  const beginning = change > 0n ? `chargeback ${payment.id} ` : `chargeback returned ${payment.id} `
  const source = `${beginning}${(await countBooked(tx, beginning)) + 1}`
  if (change > 0n)
    await takeBack(tx, payment, change, { kind: 'chargeback', source, description: `Chargeback of ${number}`, now })
  else await bringBack(tx, payment, -change, { source, description: `Chargeback of ${number} returned`, now })
}

async function bringBack(
  tx: ScopedTransaction,
  { id, invoiceId, currency }: ReceivedPayment,
  amount: bigint,
  { now, ...named }: { source: string; description: string; now: Date },
): Promise<void> {
  const invoice = invoiceId === null ? undefined : await requireInvoice(tx, invoiceId)
  const loss = await readLoss(tx, [`chargeback ${id} `, `chargeback returned ${id} `])
  const brought = splitBroughtBack(amount, {
    ...{ open: invoice ? openAmount(invoice) : 0n, writtenOff: invoice?.writtenOff ?? 0n },
    loss: loss > 0n ? loss : 0n,
  })
  const { restored, credit } = brought
  const event = { ...named, currency }
  const booked = { invoiceId, now }
  if (restored > 0n && invoiceId !== null) {
    await bookTransaction(tx, bookRestored({ ...event, source: `restored ${event.source}` }, restored), booked)
    await settleInvoice(tx, invoiceId, { writtenOff: -restored })
  }
  await bookTransaction(tx, bookBroughtBack(event, brought), booked)
  if (credit > 0n)
    await addCredit(tx, {
      ...{ currency, source: 'overpayment', amount: credit, invoiceId },
      ...{ reference: `${overpaymentOf(id)} ${event.source}`, createdBy: 'Kept', now },
    })
  if (invoiceId !== null) await settleInvoice(tx, invoiceId, { paid: brought.invoice })
}

/** The reference of the credit that this payment left over. */
const overpaymentOf = (paymentId: string) => `overpayment ${paymentId}`

/** Where money that returns goes, and where money that leaves again is taken from. Parts always add up to the whole. */
import type { JournalKind, JournalPosting, JournalTransaction } from '@kept/domain/billing/journal.ts'

interface Received {
  /** Pays the invoice. */
  readonly invoice: bigint
  /** Undoes a write-off first, so that the invoice can be paid. */
  readonly restored: bigint
  /** More than is owed: added to the credit balance. */
  readonly credit: bigint
}

/** `open` is what the invoice still asks for, `writtenOff` what was given up of it. */
export function splitReceived(amount: bigint, { open, writtenOff }: { open: bigint; writtenOff: bigint }): Received {
  const restored = min(writtenOff, max(amount - open, 0n))
  const invoice = min(amount, open + restored)
  return { invoice, restored, credit: amount - invoice }
}

interface Returned {
  /** Credit that the payment left over, or a credit note of its invoice, put on the account. */
  readonly credit: bigint
  /** The invoice is owed again. */
  readonly invoice: bigint
  /** Nothing is left to take it from: a loss. */
  readonly loss: bigint
}

/** `credit` is what is left of the credit that belongs to the payment, `paid` what counts as paid on its invoice. */
export function splitReturned(amount: bigint, { credit, paid }: { credit: bigint; paid: bigint }): Returned {
  const fromCredit = min(amount, credit)
  const fromInvoice = min(amount - fromCredit, paid)
  return { credit: fromCredit, invoice: fromInvoice, loss: amount - fromCredit - fromInvoice }
}

interface Event {
  /** Names the event: the same one is booked once. */
  readonly source: string
  readonly currency: string
  readonly description: string
}

export function bookChargebackReturned(event: Event, { invoice, credit }: Received): JournalTransaction {
  return transaction(
    'chargeback_returned',
    event,
    [['cash', invoice + credit]],
    [
      ['receivable', invoice],
      ['credits', credit],
    ],
  )
}

export function bookRestored(event: Event, minor: bigint): JournalTransaction {
  return transaction('write_off_returned', event, [['receivable', minor]], [['write_off', minor]])
}

/** What an invoice still asks for is given up. */
export function bookGivenUp(event: Event, minor: bigint): JournalTransaction {
  return transaction('write_off', event, [['write_off', minor]], [['receivable', minor]])
}

export function bookReturned(kind: 'refund' | 'chargeback', event: Event, returned: Returned): JournalTransaction {
  const { invoice, credit, loss } = returned
  const debits: Side = [
    ['receivable', invoice],
    ['credits', credit],
    ['write_off', loss],
  ]
  return transaction(kind, event, debits, [['cash', invoice + credit + loss]])
}

type Side = readonly (readonly [JournalPosting['account'], bigint])[]

/** Postings of zero are left out. */
function transaction(kind: JournalKind, event: Event, debits: Side, credits: Side): JournalTransaction {
  const postingsOf = (side: JournalPosting['side'], parts: Side) =>
    parts.filter(([, minor]) => minor > 0n).map(([account, minor]) => ({ account, side, minor }))
  return { kind, ...event, postings: [...postingsOf('debit', debits), ...postingsOf('credit', credits)] }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)

/** Where money that leaves again is taken from, and where it goes when it returns. Parts always add up to the total. */
import type { JournalKind, JournalPosting, JournalTransaction } from '@kept/domain/billing/journal.ts'

interface TakenBack {
  /** The invoice is owed again. */
  readonly invoice: bigint
  /** Credit that the payment left over. */
  readonly credit: bigint
  /** Nothing is left to take it from. */
  readonly loss: bigint
}

/** `applied` is what the payment still settles of its invoice, `credit` what is left of the credit it left over. */
export function splitTakenBack(amount: bigint, { applied, credit }: { applied: bigint; credit: bigint }): TakenBack {
  const invoice = min(amount, applied)
  const fromCredit = min(amount - invoice, credit)
  return { invoice, credit: fromCredit, loss: amount - invoice - fromCredit }
}

interface BroughtBack {
  /** An earlier loss is made good. */
  readonly recovered: bigint
  /** Undoes a write-off, so that the invoice can be paid. */
  readonly restored: bigint
  /** Pays the invoice. */
  readonly invoice: bigint
  /** More than is owed: added to the credit balance. */
  readonly credit: bigint
}

/** `open` is what the invoice still asks for, `writtenOff` what was given up of it, `loss` what the payment lost. */
export function splitBroughtBack(
  amount: bigint,
  { open, writtenOff, loss }: { open: bigint; writtenOff: bigint; loss: bigint },
): BroughtBack {
  const recovered = min(amount, loss)
  const rest = amount - recovered
  const restored = min(writtenOff, max(rest - open, 0n))
  const invoice = min(rest, open + restored)
  return { recovered, restored, invoice, credit: rest - invoice }
}

interface Event {
  /** Names the event: the same one is booked once. */
  readonly source: string
  readonly currency: string
  readonly description: string
}

export function bookTakenBack(kind: 'refund' | 'chargeback', event: Event, taken: TakenBack): JournalTransaction {
  const { invoice, credit, loss } = taken
  const debits: Side = [
    ['receivable', invoice],
    ['credits', credit],
    ['write_off', loss],
  ]
  return transaction(kind, event, debits, [['cash', invoice + credit + loss]])
}

export function bookBroughtBack(event: Event, { recovered, invoice, credit }: BroughtBack): JournalTransaction {
  const credits: Side = [
    ['receivable', invoice],
    ['credits', credit],
    ['write_off', recovered],
  ]
  return transaction('chargeback_returned', event, [['cash', recovered + invoice + credit]], credits)
}

export function bookRestored(event: Event, minor: bigint): JournalTransaction {
  return transaction('write_off_returned', event, [['receivable', minor]], [['write_off', minor]])
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

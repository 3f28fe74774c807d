/** What each event of money books. Every transaction balances; its source names the event, so it is booked once. */
import type { JournalPosting, JournalTransaction } from '@kept/domain/billing/journal.ts'
import type { Totals } from './totals.ts'

type Account = JournalPosting['account']

/** Postings of zero are left out. */
function post(debits: readonly [Account, bigint][], credits: readonly [Account, bigint][]): JournalPosting[] {
  const postOn =
    (side: JournalPosting['side']) =>
    ([account, minor]: readonly [Account, bigint]) => ({ account, side, minor })
  return [...debits.map(postOn('debit')), ...credits.map(postOn('credit'))].filter(({ minor }) => minor > 0n)
}

interface Event {
  /** The id of the event: of the invoice, payment, refund. */
  readonly id: string
  readonly currency: string
  /** The document's number or another reference that people know. */
  readonly reference: string
}

/** An invoice is owed. Credit used for it at once is a transaction of its own. */
export function bookIssue({ id, currency, reference }: Event, { net, tax, gross }: Totals): JournalTransaction {
  return {
    ...{ kind: 'issue', source: `issue ${id}`, currency, description: `Invoice ${reference}` },
    postings: post(
      [['receivable', gross]],
      [
        ['revenue', net],
        ['tax', tax],
      ],
    ),
  }
}

/** A credit note goes to the customer's credit balance. */
export function bookCreditNote({ id, currency, reference }: Event, { net, tax, gross }: Totals): JournalTransaction {
  return {
    ...{ kind: 'credit_note', source: `credit note ${id}`, currency, description: `Credit note ${reference}` },
    postings: post(
      [
        ['revenue', net],
        ['tax', tax],
      ],
      [['credits', gross]],
    ),
  }
}

/** `use` makes the source unique: an invoice may use credit when it is issued and again later. */
export function bookCreditApplied(event: Event & { readonly use: string }, minor: bigint): JournalTransaction {
  const { use, currency, reference } = event
  return {
    ...{
      kind: 'credit_applied',
      source: `credit applied ${use}`,
      currency,
      description: `Credit used for ${reference}`,
    },
    postings: post([['credits', minor]], [['receivable', minor]]),
  }
}

/** Prepaid credit whose money arrived. */
export function bookPurchase({ id, currency, reference }: Event, minor: bigint): JournalTransaction {
  return {
    ...{ kind: 'purchase', source: `payment ${id}`, currency, description: `Prepaid credit ${reference}` },
    postings: post([['cash', minor]], [['credits', minor]]),
  }
}

/** What is paid beyond the invoice goes to the credit balance. */
export function bookPayment(
  { id, currency, reference }: Event,
  { applied, surplus }: { applied: bigint; surplus: bigint },
): JournalTransaction {
  return {
    ...{ kind: 'payment', source: `payment ${id}`, currency, description: `Payment for ${reference}` },
    postings: post(
      [['cash', applied + surplus]],
      [
        ['receivable', applied],
        ['credits', surplus],
      ],
    ),
  }
}

/** Money came for an invoice that was given up: that much is owed again, and paid at once. */
export function bookWriteOffReturned(
  { payment, currency, reference }: Omit<Event, 'id'> & { payment: string },
  minor: bigint,
): JournalTransaction {
  return {
    ...{ kind: 'write_off_returned', source: `write-off returned ${payment}`, currency },
    ...{
      description: `Write-off of ${reference} returned`,
      postings: post([['receivable', minor]], [['write_off', minor]]),
    },
  }
}

/** Money given back: the invoice is owed again, unless a credit note took it off the account before. */
export function bookRefund(
  { id, currency, reference }: Event,
  minor: bigint,
  from: 'receivable' | 'credits',
): JournalTransaction {
  return {
    ...{ kind: 'refund', source: `refund ${id}`, currency, description: `Refund of ${reference}` },
    postings: post([[from, minor]], [['cash', minor]]),
  }
}

export function bookWriteOff({ id, currency, reference }: Event, minor: bigint): JournalTransaction {
  return {
    ...{ kind: 'write_off', source: `write-off ${id}`, currency, description: `Write-off of ${reference}` },
    postings: post([['write_off', minor]], [['receivable', minor]]),
  }
}

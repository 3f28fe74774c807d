/** Double entry: each event of money is one transaction whose debits and credits are equal. */
import * as z from 'zod'

/** `credits` is what customers have prepaid or got back, a liability; `write_off` is an expense. */
const journalAccounts = ['receivable', 'revenue', 'tax', 'cash', 'credits', 'write_off'] as const
export const journalAccountSchema = z.enum(journalAccounts)
export type JournalAccount = z.infer<typeof journalAccountSchema>

const journalKinds = [
  'issue',
  'credit_note',
  'credit_applied',
  'purchase',
  'payment',
  'refund',
  'chargeback',
  'chargeback_returned',
  'write_off',
  'write_off_returned',
] as const
const journalKindSchema = z.enum(journalKinds)
export type JournalKind = z.infer<typeof journalKindSchema>

/** On one side; minor units, above zero. */
export interface JournalPosting {
  readonly account: JournalAccount
  readonly side: 'debit' | 'credit'
  readonly minor: bigint
}

export interface JournalTransaction {
  readonly kind: JournalKind
  /** Names the event, such as "issue <invoice id>": the same event is booked once. */
  readonly source: string
  readonly currency: string
  readonly description: string
  readonly postings: readonly JournalPosting[]
}

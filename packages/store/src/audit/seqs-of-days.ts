/**
 * Days as a range of sequence numbers, so that every index, which ends in them, leads to the events of these days. The
 * range holds all of them, and others where times are not in the order of the numbers.
 */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

interface SeqRange {
  first: string
  last: string
  /** No event of another day is among them. */
  isExact: boolean
}

interface Row {
  first: string | null
  last: string | null
  /** The last number of the days before, and the first one of the days after. */
  before: string | null
  after: string | null
}

/** Days in UTC, the end exclusive; undefined when they have no events. */
export async function seqsOfDays(
  tx: ScopedTransaction,
  { start, end }: { start: string | undefined; end: string | undefined },
): Promise<SeqRange | undefined> {
  const isEarlier = start === undefined ? sql`FALSE` : sql`day < ${start}`
  const isLater = end === undefined ? sql`FALSE` : sql`day >= ${end}`
  const { rows } = await sql<Row>`
    SELECT min(first_seq) FILTER (WHERE NOT (${isEarlier} OR ${isLater})) AS first,
      max(last_seq) FILTER (WHERE NOT (${isEarlier} OR ${isLater})) AS last,
      max(last_seq) FILTER (WHERE ${isEarlier}) AS before, min(first_seq) FILTER (WHERE ${isLater}) AS after
    FROM audit_day`.execute(tx)
  const { first, last, before, after } = rows[0] ?? { first: null, last: null, before: null, after: null }
  if (first === null || last === null) return undefined
  const isExact =
    (before === null || BigInt(before) < BigInt(first)) && (after === null || BigInt(after) > BigInt(last))
  return { first, last, isExact }
}

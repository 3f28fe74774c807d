/**
 * The newest events of a text that many names contain. Many names are not many events: where the newest events have
 * enough of them, those are searched one by one; elsewhere each name has so few that its index has them.
 */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { columnOfKind, containing, matchingValues } from './values.ts'

/** Searching the text in so many events takes about a tenth of a second. */
const NEWEST = 20_000
/** More names than this are searched like the newest events: the log cannot have many more events than names. */
const MAX_NAMES = 20_000

export async function readCommonSeqs(tx: ScopedTransaction, text: string, limit: number): Promise<string[]> {
  const head = await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
  const last = Number(head?.seq ?? 0)
  const newest = await scan(tx, text, { above: last - NEWEST, limit })
  if (newest.length >= limit || last <= NEWEST) return newest
  const values = await matchingValues(tx, text, MAX_NAMES + 1)
  if (values.length > MAX_NAMES) return scan(tx, text, { above: 0, limit })
  const parts = [...Map.groupBy(values, ({ kind }) => kind)].map(
    ([kind, ofKind]) => sql`
      (SELECT event.seq FROM unnest(${ofKind.map(({ value }) => value)}::text[]) AS named (value)
       CROSS JOIN LATERAL (
         SELECT seq FROM audit_event WHERE ${sql.ref(columnOfKind[kind])} = named.value ORDER BY seq DESC LIMIT ${limit}
       ) AS event)`,
  )
  const { rows } = await sql<{ seq: string }>`
    SELECT seq FROM (${sql.join(parts, sql` UNION `)}) AS found ORDER BY seq DESC LIMIT ${limit}`.execute(tx)
  return rows.map(({ seq }) => seq)
}

async function scan(
  tx: ScopedTransaction,
  text: string,
  { above, limit }: { above: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ seq: string }>`
    SELECT seq FROM audit_event WHERE seq > ${String(above)} AND ${containing(text)}
    ORDER BY seq DESC LIMIT ${limit}`.execute(tx)
  return rows.map(({ seq }) => seq)
}

/** The ledger's entries, one hash chain per organization: read in order, and appended under the lock of its head. */
import type { LedgerEntry } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Statement } from '@kept/domain/statement.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export interface Head {
  seq: number
  hash: string
}

const genesis: Head = { seq: 0, hash: '0'.repeat(64) }

export function readHead(database: Database, scope: Scope): Promise<Head> {
  return database.scoped(scope, (tx) => headIn(tx))
}

async function headIn(tx: ScopedTransaction): Promise<Head> {
  const row = await tx.selectFrom('savings_ledger_head').select(['seq', 'hash']).executeTakeFirst()
  return row ? { seq: Number(row.seq), hash: row.hash } : genesis
}

/** The input of a month's calculation: entries of its period, recent entries of its actions, and all reversals. */
export async function readBooked(
  database: Database,
  scope: Scope,
  filter: { period: string; currency: string; recent: readonly string[]; actions: readonly string[] },
): Promise<LedgerEntry[]> {
  const { period, currency, recent, actions } = filter
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_ledger_entry')
      .selectAll()
      .where('currency', '=', currency)
      .where(({ or, and, eb }) =>
        or([
          // Including fees: the month is calculated as a whole.
          eb('period', '=', period),
          and([eb('kind', '<>', 'fee'), eb('action', 'in', ['', ...recent])]),
          and([eb('kind', '=', 'reversal'), eb('action', 'in', ['', ...actions])]),
        ]),
      )
      .orderBy('seq')
      .execute(),
  )
  return rows.map(toEntry)
}

/** Some entries after `after`, in order: a ledger of any length is read page by page. */
export async function readEntries(
  database: Database,
  scope: Scope,
  { after, limit }: { after: number; limit: number },
): Promise<LedgerEntry[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_ledger_entry')
      .selectAll()
      .where('seq', '>', String(after))
      .orderBy('seq')
      .limit(limit)
      .execute(),
  )
  return rows.map(toEntry)
}

/** The newest first, for users. */
export async function listEntries(
  database: Database,
  scope: Scope,
  { page, page_size, period }: { page: number; page_size: number; period?: string | undefined },
): Promise<{ entries: LedgerEntry[]; total: number }> {
  return database.snapshot(scope, async (tx) => {
    const base = tx
      .selectFrom('savings_ledger_entry')
      .$if(period !== undefined, (query) => query.where('period', '=', period ?? ''))
    const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await base
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return { entries: rows.map(toEntry), total: Number(total) }
  })
}

/** The entries of one action, in order. */
export async function entriesOfAction(database: Database, scope: Scope, action: string): Promise<LedgerEntry[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('savings_ledger_entry').selectAll().where('action', '=', action).orderBy('seq').execute(),
  )
  return rows.map(toEntry)
}

interface NewStatement {
  id: string
  kind: 'final' | 'trueup'
  statement: Statement
  /** The signed statement as text, returned byte for byte. */
  body: string
}

/**
 * Appends a statement with its entries if the chain still ends where the statement begins; false when another process
 * was faster, and the month must be calculated again. The head's row is locked until the transaction ends.
 */
export async function appendStatement(
  database: Database,
  scope: Scope,
  { id, kind, statement, body }: NewStatement,
): Promise<boolean> {
  const { organizationId: organization_id } = scope
  const { before, head, entries, period, currency, commission } = statement
  return database.scoped(scope, async (tx) => {
    await tx
      .insertInto('savings_ledger_head')
      .values({ organization_id, ...genesis })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const now = await tx.selectFrom('savings_ledger_head').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (Number(now.seq) !== before.seq || now.hash !== before.hash) return false
    for (let offset = 0; offset < entries.length; offset += 1_000) {
      const rows = entries
        .slice(offset, offset + 1_000)
        .map((entry) => ({ organization_id, ...entry, statement_id: id }))
      await tx.insertInto('savings_ledger_entry').values(rows).execute()
    }
    await tx
      .insertInto('savings_statement')
      .values({
        id,
        organization_id,
        period,
        currency,
        kind,
        issued_at: new Date(statement.issued_at),
        before_seq: before.seq,
        head_seq: head.seq,
        head_hash: head.hash,
        net: statement.net,
        billable: statement.billable,
        carried_after: statement.carried_after,
        fee: commission.fee,
        customer_net: commission.customer_net,
        rule_id: commission.rule_id,
        rule_version: commission.rule_version,
        body,
      })
      .execute()
    await tx.updateTable('savings_ledger_head').set({ seq: head.seq, hash: head.hash }).execute()
    return true
  })
}

export function toEntry(row: Selectable<Schema['savings_ledger_entry']>): LedgerEntry {
  const { organization_id: _, statement_id: __, erased: ___, seq, ...rest } = row
  return { ...rest, seq: Number(seq) }
}

/** Signed statements on their way to an invoice: each is handled once. */
import type { ScopedTransaction } from '../database/connect.ts'

export interface SignedStatement {
  id: string
  kind: 'final' | 'trueup'
  period: string
  currency: string
  /** The signed text, byte for byte. */
  body: string
}

/**
 * Statements without a document: final ones first, which open the draft that waiting true-ups join, then in the order of
 * the ledger.
 */
export async function listUnbilled(tx: ScopedTransaction, { limit }: { limit: number }): Promise<SignedStatement[]> {
  return tx
    .selectFrom('savings_statement as s')
    .leftJoin('billing_statement as b', 'b.statement_id', 's.id')
    .select(['s.id', 's.kind', 's.period', 's.currency', 's.body'])
    .where('b.statement_id', 'is', null)
    .orderBy('s.kind')
    .orderBy('s.head_seq')
    .orderBy('s.issued_at')
    .limit(limit)
    .execute()
}

export async function readSigned(tx: ScopedTransaction, ids: readonly string[]): Promise<SignedStatement[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('savings_statement')
    .select(['id', 'kind', 'period', 'currency', 'body'])
    .where('id', 'in', ids)
    .orderBy('head_seq')
    .orderBy('issued_at')
    .execute()
}

/** Titles of actions, by id. */
export async function readActionTitles(tx: ScopedTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('savings_action')
    .select(['id', 'title'])
    .where((eb) => eb(eb.cast<string>('id', 'text'), 'in', ids))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The resources of each action that counts, by its id; empty for commitments. */
export async function readActionResources(
  tx: ScopedTransaction,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('savings_action')
    .select(['id', 'action'])
    .where((eb) => eb(eb.cast<string>('id', 'text'), 'in', ids))
    .execute()
  return new Map(rows.map(({ id, action }) => [id, action && action.kind !== 'commitment' ? action.resource_ids : []]))
}

interface HandledStatement {
  statementId: string
  outcome: 'nothing_to_bill' | 'drafted' | 'credited'
  invoiceId: string | null
  currency: string
  period: string
  feeMinor: bigint
  now: Date
}

/** False when the statement was handled before. */
export async function markHandled(tx: ScopedTransaction, handled: HandledStatement): Promise<boolean> {
  const { statementId: statement_id, invoiceId: invoice_id, feeMinor: fee_minor, now, ...rest } = handled
  const row = await tx
    .insertInto('billing_statement')
    .values({ statement_id, organization_id: tx.scopedTo, invoice_id, fee_minor, billed_at: now, ...rest })
    .onConflict((conflict) => conflict.column('statement_id').doNothing())
    .returning('statement_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The document that bills the final statement of a month; undefined while there is none. */
export async function findInvoiceOfMonth(
  tx: ScopedTransaction,
  { period, currency }: { period: string; currency: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('billing_statement as b')
    .innerJoin('billing_invoice as i', 'i.id', 'b.invoice_id')
    .select('i.id')
    .where('b.period', '=', period)
    .where('b.currency', '=', currency)
    .where('i.kind', '=', 'invoice')
    .orderBy('b.billed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

interface StatementOnFile {
  kind: 'final' | 'trueup'
  body: string
  organizationName: string
  /** What charges its fee, once there is a document. */
  invoice: { id: string; number: string | null } | null
}

export async function readStatementOnFile(tx: ScopedTransaction, id: string): Promise<StatementOnFile | undefined> {
  const row = await tx
    .selectFrom('savings_statement as s')
    .innerJoin('organization as o', 'o.id', 's.organization_id')
    .leftJoin('billing_statement as b', 'b.statement_id', 's.id')
    .leftJoin('billing_invoice as i', 'i.id', 'b.invoice_id')
    .select(['s.kind', 's.body', 'o.name as organizationName', 'i.id as invoiceId', 'i.number'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, body, organizationName, invoiceId, number } = row
  return { kind, body, organizationName, invoice: invoiceId === null ? null : { id: invoiceId, number } }
}

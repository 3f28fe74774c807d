/** Receivables and the journal over all customers, for the operator. Read only. */
import type { JournalAccount, JournalKind } from '@kept/domain/billing/journal.ts'
import { sql, type Transaction } from 'kysely'
import type { Reach } from '../commission/across-customers.ts'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { asOperator } from './across-customers.ts'
import { type InvoiceRow, toInvoice } from './invoices.ts'

export interface CustomerInvoice {
  invoice: InvoiceRow
  customer: { id: string; slug: string; name: string }
}

/** Drafts, and issued invoices that are not settled; the oldest due date first. */
export async function listReceivables(database: Database, { demo }: Reach): Promise<CustomerInvoice[]> {
  const rows = await asOperator(database, (tx) =>
    tx
      .selectFrom('billing_invoice as i')
      .innerJoin('organization as o', 'o.id', 'i.organization_id')
      .selectAll('i')
      .select(['o.slug', 'o.name'])
      .where('o.demo', '=', demo)
      .where('i.kind', '=', 'invoice')
      .where((eb) =>
        eb.or([
          eb('i.state', '=', 'draft'),
          eb.and([
            eb('i.state', '=', 'issued'),
            eb(sql`i.due_minor - i.paid_minor - i.credited_minor - i.written_off_minor`, '>', 0),
          ]),
        ]),
      )
      .orderBy('i.due_on')
      .orderBy('i.created_at')
      .execute(),
  )
  return rows.map(({ slug, name, ...row }) => ({
    invoice: toInvoice(row),
    customer: { id: row.organization_id, slug, name },
  }))
}

interface AccountBalance {
  currency: string
  account: JournalAccount
  debit: bigint
  credit: bigint
}

/** Sums of every account up to a day, the end exclusive. */
export async function trialBalance(
  database: Database,
  { demo }: Reach,
  endDate: string | undefined,
): Promise<AccountBalance[]> {
  const rows = await asOperator(database, (tx) =>
    joined(tx, demo)
      .select(['t.currency', 'p.account'])
      .select((eb) => [
        eb.fn.sum<string>('p.debit_minor').as('debit'),
        eb.fn.sum<string>('p.credit_minor').as('credit'),
      ])
      .$if(endDate !== undefined, (query) => query.where('t.booked_at', '<', new Date(endDate ?? 0)))
      .groupBy(['t.currency', 'p.account'])
      .orderBy('t.currency')
      .orderBy('p.account')
      .execute(),
  )
  return rows.map(({ debit, credit, ...row }) => ({ ...row, debit: BigInt(debit), credit: BigInt(credit) }))
}

export interface JournalRow {
  id: string
  position: number
  bookedAt: Date
  customer: string
  kind: JournalKind
  description: string
  account: JournalAccount
  currency: string
  debit: bigint
  credit: bigint
}

const rowsAtOnce = 1_000

/** In the order of booking, page by page. The end is exclusive. */
export async function* walkJournal(
  database: Database,
  { demo }: Reach,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
): AsyncGenerator<JournalRow> {
  let [afterId, afterPosition] = ['0', 0]
  for (;;) {
    const rows = await asOperator(database, (tx) =>
      joined(tx, demo)
        .select(['t.id', 'p.position', 't.booked_at', 'o.slug', 't.kind', 't.description', 'p.account', 't.currency'])
        .select(['p.debit_minor', 'p.credit_minor'])
        .where(sql<boolean>`(t.id, p.position) > (${afterId}::bigint, ${afterPosition}::int)`)
        .$if(start_date !== undefined, (query) => query.where('t.booked_at', '>=', new Date(start_date ?? 0)))
        .$if(end_date !== undefined, (query) => query.where('t.booked_at', '<', new Date(end_date ?? 0)))
        .orderBy('t.id')
        .orderBy('p.position')
        .limit(rowsAtOnce)
        .execute(),
    )
    for (const { booked_at, slug, debit_minor, credit_minor, ...row } of rows)
      yield { ...row, bookedAt: booked_at, customer: slug, debit: BigInt(debit_minor), credit: BigInt(credit_minor) }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    ;[afterId, afterPosition] = [last.id, last.position]
  }
}

function joined(tx: Transaction<Schema>, demo: boolean) {
  return tx
    .selectFrom('billing_journal_posting as p')
    .innerJoin('billing_journal_transaction as t', 't.id', 'p.transaction_id')
    .innerJoin('organization as o', 'o.id', 't.organization_id')
    .where('o.demo', '=', demo)
}

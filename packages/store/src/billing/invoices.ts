/** Documents: drafts that are opened and added to, and issued ones that never change. */
import type { InvoiceDocument, InvoiceKind } from '@kept/domain/billing/invoice-document.ts'
import type { DocumentState, InvoiceStatus, PaymentState, SyncState } from '@kept/domain/billing/states.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export interface InvoiceRow {
  id: string
  organizationId: string
  kind: InvoiceKind
  state: DocumentState
  paymentState: PaymentState
  syncState: SyncState
  number: string | null
  currency: string
  period: string
  createdAt: Date
  issueAfter: Date
  issuedAt: Date | null
  issuedOn: string | null
  dueOn: string | null
  voidReason: string
  net: bigint
  tax: bigint
  gross: bigint
  creditApplied: bigint
  due: bigint
  paid: bigint
  credited: bigint
  writtenOff: bigint
  correctsInvoiceId: string | null
  document: InvoiceDocument | null
}

/** The open draft of a currency. */
export async function findOpenDraft(tx: ScopedTransaction, currency: string): Promise<InvoiceRow | undefined> {
  const row = await tx
    .selectFrom('billing_invoice')
    .selectAll()
    .where('state', '=', 'draft')
    .where('kind', '=', 'invoice')
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row && toInvoice(row)
}

interface NewDraft {
  kind: InvoiceKind
  currency: string
  period: string
  now: Date
  issueAfter: Date
  correctsInvoiceId?: string | undefined
}

export async function createDraft(
  tx: ScopedTransaction,
  { kind, currency, period, now, issueAfter, correctsInvoiceId }: NewDraft,
): Promise<InvoiceRow> {
  const row = await tx
    .insertInto('billing_invoice')
    .values({
      ...{ organization_id: tx.scopedTo, kind, state: 'draft', currency, period },
      ...{ created_at: now, issue_after: issueAfter, corrects_invoice_id: correctsInvoiceId ?? null },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInvoice(row)
}

/** The draft is now mainly about this month, and can be disputed until then. */
export async function extendDraft(
  tx: ScopedTransaction,
  id: string,
  { period, issueAfter }: { period: string; issueAfter: Date },
): Promise<void> {
  await tx
    .updateTable('billing_invoice')
    .set({ period, issue_after: issueAfter })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .execute()
}

interface Issued {
  kind: InvoiceKind
  number: string
  issuedAt: Date
  issuedOn: string
  dueOn: string
  net: bigint
  tax: bigint
  gross: bigint
  creditApplied: bigint
  due: bigint
  paymentState: PaymentState
  correctsInvoiceId: string | null
  document: InvoiceDocument
}

export async function saveIssued(tx: ScopedTransaction, id: string, issued: Issued): Promise<void> {
  await tx
    .updateTable('billing_invoice')
    .set({
      ...{ state: 'issued', kind: issued.kind, number: issued.number, payment_state: issued.paymentState },
      ...{ issued_at: issued.issuedAt, issued_on: issued.issuedOn, due_on: issued.dueOn },
      ...{ net_minor: issued.net, tax_minor: issued.tax, gross_minor: issued.gross, due_minor: issued.due },
      ...{ credit_applied_minor: issued.creditApplied, corrects_invoice_id: issued.correctsInvoiceId },
      document: JSON.stringify(issued.document),
    })
    .where('id', '=', id)
    .execute()
}

export async function readInvoice(tx: ScopedTransaction, id: string): Promise<InvoiceRow | undefined> {
  const row = await tx.selectFrom('billing_invoice').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toInvoice(row)
}

/** Drafts whose window has ended. */
export async function listDueDrafts(tx: ScopedTransaction, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('billing_invoice')
    .select('id')
    .where('state', '=', 'draft')
    .where('issue_after', '<=', now)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export interface InvoiceFilter {
  page: number
  page_size: number
  status?: InvoiceStatus | undefined
  /** Before it a due date has passed; needed for `overdue`. */
  today?: string | undefined
  state?: DocumentState | undefined
  payment_state?: PaymentState | undefined
  kind?: InvoiceKind | undefined
  /** Days of issue; of a draft, of its creation. The end is exclusive. */
  start_date?: string | undefined
  end_date?: string | undefined
}

/** Newest first. */
function hasStatus(status: InvoiceStatus, today: string) {
  const open = sql<boolean>`(state = 'issued' AND kind = 'invoice'
    AND due_minor > paid_minor + credited_minor + written_off_minor)`
  switch (status) {
    case 'draft':
    case 'voided':
      return sql<boolean>`state = ${status}`
    case 'open':
      return open
    case 'overdue':
      return sql<boolean>`${open} AND due_on < ${today}`
    case 'uncollectible':
      return sql<boolean>`state = 'issued' AND payment_state = 'uncollectible'`
    case 'paid':
      return sql<boolean>`state = 'issued' AND kind = 'invoice' AND payment_state <> 'uncollectible'
        AND due_minor <= paid_minor + credited_minor + written_off_minor`
  }
}

export async function listInvoices(
  database: Database,
  scope: Scope,
  { page, page_size, status, today = '', state, payment_state, kind, start_date, end_date }: InvoiceFilter,
): Promise<{ invoices: InvoiceRow[]; total: number }> {
  return database.snapshot(scope, async (tx) => {
    const base = tx
      .selectFrom('billing_invoice')
      .$if(status !== undefined, (query) => query.where(hasStatus(status ?? 'draft', today)))
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'draft'))
      .$if(payment_state !== undefined, (query) => query.where('payment_state', '=', payment_state ?? 'none'))
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'invoice'))
      .$if(start_date !== undefined, (query) =>
        query.where((eb) => eb(eb.fn.coalesce('issued_at', 'created_at'), '>=', new Date(start_date ?? 0))),
      )
      .$if(end_date !== undefined, (query) =>
        query.where((eb) => eb(eb.fn.coalesce('issued_at', 'created_at'), '<', new Date(end_date ?? 0))),
      )
    const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await base
      .selectAll()
      .orderBy((eb) => eb.fn.coalesce('issued_at', 'created_at'), 'desc')
      .orderBy('id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return { invoices: rows.map(toInvoice), total: Number(total) }
  })
}

export function toInvoice(row: Selectable<Schema['billing_invoice']>): InvoiceRow {
  return {
    ...{ id: row.id, organizationId: row.organization_id, kind: row.kind, state: row.state },
    ...{ paymentState: row.payment_state, syncState: row.sync_state, number: row.number },
    ...{ currency: row.currency, period: row.period, createdAt: row.created_at, issueAfter: row.issue_after },
    ...{ issuedAt: row.issued_at, issuedOn: row.issued_on, dueOn: row.due_on, voidReason: row.void_reason },
    ...{ net: BigInt(row.net_minor), tax: BigInt(row.tax_minor), gross: BigInt(row.gross_minor) },
    ...{ creditApplied: BigInt(row.credit_applied_minor), due: BigInt(row.due_minor), paid: BigInt(row.paid_minor) },
    ...{ credited: BigInt(row.credited_minor), writtenOff: BigInt(row.written_off_minor) },
    ...{ correctsInvoiceId: row.corrects_invoice_id, document: row.document },
  }
}

/** A draft that is not issued; its statements stay handled. */
export async function voidDraft(
  tx: ScopedTransaction,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('billing_invoice')
    .set({ state: 'voided', void_reason: reason, voided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .execute()
}

/** Credit notes that correct an invoice, oldest first. */
export async function listCorrectionsOf(tx: ScopedTransaction, invoiceId: string): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('billing_invoice')
    .selectAll()
    .where('corrects_invoice_id', '=', invoiceId)
    .where('state', '=', 'issued')
    .orderBy('issued_at')
    .execute()
  return rows.map(toInvoice)
}

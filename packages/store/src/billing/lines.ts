/** Lines of documents, and disputed lines that are on none. */
import type { LineAction, LineGroup } from '@kept/domain/billing/invoice-document.ts'
import type { LineState } from '@kept/domain/billing/states.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface StoredLine {
  id: string
  invoiceId: string | null
  statementId: string
  state: LineState
  position: number
  group: LineGroup
  description: string
  currency: string
  period: string
  saved: string
  feeExact: string
  feeMinor: bigint
  actions: LineAction[]
}

type NewLine = Omit<StoredLine, 'id' | 'state' | 'position' | 'actions'> & { actions: readonly LineAction[] }

/** Adds lines after the document's last. */
export async function addLines(tx: ScopedTransaction, lines: readonly NewLine[]): Promise<void> {
  for (const line of lines) {
    const position = await nextPosition(tx, line.invoiceId)
    await tx
      .insertInto('billing_invoice_line')
      .values({
        ...{ organization_id: tx.scopedTo, invoice_id: line.invoiceId, statement_id: line.statementId },
        ...{ position, line_group: line.group, description: line.description },
        ...{ currency: line.currency, period: line.period, saved: line.saved, fee_exact: line.feeExact },
        ...{ fee_minor: line.feeMinor, actions: JSON.stringify(line.actions) },
      })
      .execute()
  }
}

async function nextPosition(tx: ScopedTransaction, invoiceId: string | null): Promise<number> {
  const { last } = await tx
    .selectFrom('billing_invoice_line')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** The billed lines of a document, in order. */
export async function readLines(tx: ScopedTransaction, invoiceId: string): Promise<StoredLine[]> {
  const rows = await tx
    .selectFrom('billing_invoice_line')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'billed')
    .orderBy('position')
    .execute()
  return rows.map(toLine)
}

function toLine(row: Selectable<Schema['billing_invoice_line']>): StoredLine {
  const { organization_id: _, invoice_id, statement_id, line_group, fee_exact, fee_minor, saved, ...rest } = row
  return {
    ...rest,
    ...{ invoiceId: invoice_id, statementId: statement_id, group: line_group },
    ...{ saved: decimal(saved), feeExact: decimal(fee_exact), feeMinor: BigInt(fee_minor) },
  }
}

export async function readLine(tx: ScopedTransaction, id: string): Promise<StoredLine | undefined> {
  const row = await tx.selectFrom('billing_invoice_line').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toLine(row)
}

/** A disputed line leaves its draft. */
export async function holdLine(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.updateTable('billing_invoice_line').set({ state: 'held', invoice_id: null }).where('id', '=', id).execute()
}

/** It is never charged. */
export async function dropLines(tx: ScopedTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('billing_invoice_line').set({ state: 'dropped' }).where('id', 'in', ids).execute()
}

/** A held line goes onto a draft, after its last line. */
export async function attachLine(tx: ScopedTransaction, id: string, invoiceId: string): Promise<void> {
  const position = await nextPosition(tx, invoiceId)
  await tx
    .updateTable('billing_invoice_line')
    .set({ state: 'billed', invoice_id: invoiceId, position })
    .where('id', '=', id)
    .execute()
}

/** What a month's lines come to that are charged, held or drafted: what can be given back of it at most. */
export async function chargedFor(
  tx: ScopedTransaction,
  { period, currency }: { period: string; currency: string },
): Promise<bigint> {
  const { total } = await tx
    .selectFrom('billing_invoice_line')
    .select((eb) => eb.fn.sum<string | null>('fee_minor').as('total'))
    .where('period', '=', period)
    .where('currency', '=', currency)
    .where('state', '<>', 'dropped')
    .executeTakeFirstOrThrow()
  return BigInt(total ?? 0)
}

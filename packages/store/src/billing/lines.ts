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
    const { last } = await tx
      .selectFrom('billing_invoice_line')
      .select((eb) => eb.fn.max('position').as('last'))
      .where('invoice_id', '=', line.invoiceId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('billing_invoice_line')
      .values({
        ...{ organization_id: tx.scopedTo, invoice_id: line.invoiceId, statement_id: line.statementId },
        ...{ position: Number(last ?? 0) + 1, line_group: line.group, description: line.description },
        ...{ currency: line.currency, period: line.period, saved: line.saved, fee_exact: line.feeExact },
        ...{ fee_minor: line.feeMinor, actions: JSON.stringify(line.actions) },
      })
      .execute()
  }
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

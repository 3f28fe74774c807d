import { readCredit } from '@kept/store/billing/credits.ts'
import type { RailPayment } from '@kept/store/billing/rail-payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'

/** What people know it by: the invoice's number, or the reference of the credit. */
export async function referenceOf(
  tx: ScopedTransaction,
  { id, invoiceId, creditId }: Pick<RailPayment, 'id' | 'invoiceId' | 'creditId'>,
): Promise<string> {
  if (invoiceId !== null) return (await requireInvoice(tx, invoiceId)).number ?? invoiceId
  return (creditId && (await readCredit(tx, creditId))?.reference) ?? id
}

/**
 * The version of the pages' layout. `kept verify` draws a document again and compares the pages, so raise it with every
 * change of what is drawn; `invoice-pdf.test.ts` notices when that was forgotten.
 */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'

export const layoutProducer = 'Kept invoice layout 1'

/** "Invoice KPT-2026-0007", "Credit note KPT-CN-2026-0001", "Draft invoice". Safe in XMP, where PDFKit escapes nothing. */
export function documentTitle({ kind, number }: InvoiceDocument): string {
  const noun = kind === 'credit_note' ? 'Credit note' : 'Invoice'
  return number === null ? `Draft ${noun.toLowerCase()}` : `${noun} ${number.replaceAll(/[<>&\p{C}]/gu, ' ')}`
}

/**
 * Verifies an invoice: its lines, tax and totals from the signed statements, its pages and e-invoice from its document,
 * every signature, and then each statement from the customer's own bill.
 */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import { countUnbilledActions, findInvoiceError } from '@kept/engine/billing/check-invoice.ts'
import { writeCii } from '@kept/engine/billing/einvoice/cii.ts'
import { invoicePdf } from '../../../billing/documents/pdf/invoice-pdf.ts'
import { layoutProducer } from '../../../billing/documents/pdf/layout.ts'
import type { ReadInvoice } from '../../../billing/documents/reading/read-invoice.ts'
import { verifyEd25519 } from '../../../platform/verify-ed25519.ts'
import { checkWithoutBill } from '../check-without-bill.ts'
import { sha256 } from '../statement-file.ts'
import type { VerifyRequest } from '../verify-request.ts'
import { verifyStatement } from '../verify-statement.ts'
import { findPdfDifference } from './compare-pdf.ts'

type InvoiceVerification =
  | { agrees: true; recalculated: boolean; rows: number; skipped: number; statements: number; unbilled: number }
  | { agrees: false; sentence: string }

/** Without bills, only what the file says is checked: the savings are not recalculated. */
export async function verifyInvoice(
  invoice: ReadInvoice,
  request: Omit<VerifyRequest, 'statement'>,
): Promise<InvoiceVerification> {
  const sentence = (await findPaperError(invoice, request.trustedKey)) ?? null
  if (sentence !== null) return { agrees: false, sentence }
  const isRecalculated = request.bills.length > 0
  const counts = { rows: 0, skipped: 0 }
  for (const { statement } of invoice.statements.values()) {
    const error = isRecalculated ? null : checkWithoutBill({ ...request, statement })
    if (error !== null) return { agrees: false, sentence: `Statement ${statement.period}: ${error}` }
    if (!isRecalculated) continue
    const verified = await verifyStatement({ ...request, statement })
    if (!verified.agrees) return { agrees: false, sentence: `Statement ${statement.period}: ${verified.sentence}` }
    counts.rows += verified.rows
    counts.skipped += verified.skipped
  }
  return {
    agrees: true,
    recalculated: isRecalculated,
    ...counts,
    statements: invoice.statements.size,
    unbilled: countUnbilledActions(invoice.document, hashed(invoice)),
  }
}

/** Everything that can be checked without a bill. Lines come first: they name the amount that is wrong. */
export async function findPaperError(invoice: ReadInvoice, trustedKey: string | undefined): Promise<string | null> {
  return (
    findInvoiceError(invoice.document, hashed(invoice)) ??
    findSignatureError(invoice, trustedKey) ??
    findCiiError(invoice) ??
    (await findPageError(invoice))
  )
}

function hashed({ statements }: ReadInvoice) {
  return new Map([...statements].map(([id, { text, statement }]) => [id, { statement, sha256: sha256(text) }]))
}

function findSignatureError(
  { text, signature, statements }: ReadInvoice,
  trustedKey: string | undefined,
): string | null {
  const { public_key: key, value } = signature
  if (trustedKey !== undefined && trustedKey !== key) return 'The invoice is not signed with the key you trust.'
  const other = [...statements.values()].find(({ statement }) => statement.signature.public_key !== key)
  if (other) return `The invoice and its statement of ${other.statement.period} are signed with different keys.`
  return verifyEd25519(key, text, value)
    ? null
    : 'The signature does not match: the attached invoice was changed after it was signed.'
}

function findCiiError({ document, cii }: ReadInvoice): string | null {
  if (cii === undefined) return null
  const expected = writeCii(document)
  if (cii === expected) return null
  const [actual, expectedElements] = [elementsOf(cii), elementsOf(expected)]
  const index = expectedElements.findIndex((element, position) => element !== actual[position])
  return index < 0
    ? 'The attached factur-x.xml says more than the invoice.'
    : `The attached factur-x.xml has ${actual[index] ?? 'nothing'} where the invoice gives ${expectedElements[index]}.`
}

/** "<ram:DuePayableAmount>367.28", one for each element that begins or ends. */
function elementsOf(xml: string): string[] {
  return xml.split(/(?=<)/)
}

async function findPageError(invoice: ReadInvoice): Promise<string | null> {
  const { document, text, statements, cii, logo, producer, bytes, unknownNames } = invoice
  if (producer !== layoutProducer)
    return `The PDF was made as "${producer}", but this version of Kept makes "${layoutProducer}". Verify it with the version of Kept that made it.`
  if (unknownNames[0] !== undefined) return `The PDF has an attachment "${unknownNames[0]}" that Kept did not add.`
  const expected = await invoicePdf({
    ...{ document, text, cii, logo },
    signature: invoice.signatureText,
    statements: new Map([...statements].map(([id, statement]) => [id, statement.text])),
  })
  return findPdfDifference(bytes, expected)
}

/** "Invoice KPT-2026-0007", as people name it. */
export function nameOf({ kind, number }: InvoiceDocument): string {
  return `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${number ?? '(draft)'}`
}

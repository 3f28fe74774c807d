/** An invoice as a file in the format that was asked for. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import type { InvoiceSignature } from '@kept/domain/billing/invoice-signature.ts'
import { badInput } from '@kept/domain/errors.ts'
import { businessTermsError } from '@kept/engine/billing/einvoice/business-terms.ts'
import { writeCii } from '@kept/engine/billing/einvoice/cii.ts'
import { writeUbl } from '@kept/engine/billing/einvoice/ubl.ts'
import { writeInvoiceCsv } from '@kept/engine/billing/invoice-csv.ts'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'

interface InvoiceSources {
  document: InvoiceDocument
  /** Signed texts of the document's statements, by their id. */
  statements: ReadonlyMap<string, string>
  signer: Signer
  /** PNG or JPEG. */
  logo?: Buffer | undefined
}

interface ExportedFile {
  body: Buffer | string
  contentType: string
  name: string
}

type Writer = (sources: InvoiceSources) => Promise<Buffer> | Buffer | string

const xml = 'application/xml; charset=utf-8'
const formats: Record<string, { write: Writer; contentType: string; ending: string }> = {
  pdf: { write: writePdf, contentType: 'application/pdf', ending: '.pdf' },
  facturx: { write: writeFacturX, contentType: 'application/pdf', ending: '.factur-x.pdf' },
  ubl: { write: ({ document }) => writeUbl(document), contentType: xml, ending: '.ubl.xml' },
  cii: { write: ({ document }) => writeCii(document), contentType: xml, ending: '.cii.xml' },
  csv: { write: ({ document }) => writeInvoiceCsv(document), contentType: 'text/csv; charset=utf-8', ending: '.csv' },
  json: {
    write: ({ document }) => invoiceText(document),
    contentType: 'application/json; charset=utf-8',
    ending: '.json',
  },
}

/** Throws `bad_input` for an unknown format, and `conflict` where EN 16931 can't hold the document. */
export async function exportInvoice(format: string, sources: InvoiceSources): Promise<ExportedFile> {
  const writer = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!writer) throw badInput('Unsupported export format')
  const { document } = sources
  const name = (document.number ?? `draft-${document.period}`).replaceAll(/[^\w.-]/g, '-')
  return { body: await writer.write(sources), contentType: writer.contentType, name: `${name}${writer.ending}` }
}

/** The document as it is signed and attached. */
function invoiceText(document: InvoiceDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/** A Factur-X invoice too, wherever it can be one. */
function writePdf(sources: InvoiceSources): Promise<Buffer> {
  const { document } = sources
  return drawPdf(sources, businessTermsError(document) === null ? writeCii(document) : undefined)
}

function writeFacturX(sources: InvoiceSources): Promise<Buffer> {
  return drawPdf(sources, writeCii(sources.document))
}

async function drawPdf(
  { document, statements, signer, logo }: InvoiceSources,
  cii: string | undefined,
): Promise<Buffer> {
  const { invoicePdf } = await import('./pdf/invoice-pdf.ts')
  const text = invoiceText(document)
  const signature: InvoiceSignature = { algorithm: 'Ed25519', public_key: signer.publicKey, value: signer.sign(text) }
  return invoicePdf({ document, text, signature: `${JSON.stringify(signature, null, 2)}\n`, statements, logo, cii })
}

/**
 * An invoice or credit note as a PDF/A-3 that carries its own proof: the document as JSON, the signed statements byte
 * for byte, and, where the standard can hold it, the CII text that makes it a Factur-X invoice. The same input gives
 * the same pages, which `kept verify` relies on.
 */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import { badInput } from '@kept/domain/errors.ts'
import { localizedFormats } from '@kept/foundation/format/localized.ts'
import PDFDocument from 'pdfkit'
import { attachmentNames } from '../attachment-names.ts'
import { facturXMetadata } from './factur-x-metadata.ts'
import { fontPath, registerFonts } from './fonts.ts'
import { drawFoot } from './invoice-foot.ts'
import { drawHeader } from './invoice-header.ts'
import { drawTable } from './invoice-table.ts'
import { drawTotals } from './invoice-totals.ts'
import { documentTitle, layoutProducer } from './layout.ts'
import { findLogoError } from './logo-error.ts'
import { inks, openPen, type Pen } from './pen.ts'
import { openSheet, type Sheet } from './sheet.ts'

interface InvoicePdf {
  document: InvoiceDocument
  /** The document as JSON, byte for byte as it is signed and attached. */
  text: string
  /** The signature of the text, as JSON. */
  signature: string
  /** Signed texts of the document's statements, by their id. */
  statements: ReadonlyMap<string, string>
  /** PNG or JPEG; undefined: the seller's name is drawn instead. */
  logo?: Buffer | undefined
  /** Adds it as `factur-x.xml` and declares the file to be Factur-X, profile EN 16931. */
  cii?: string | undefined
}

/** PDF/A-3 asks for a date; a draft has none of its own. */
const noDate = '2000-01-01'

/** Throws `bad_input` for a logo that cannot be drawn. */
export async function invoicePdf(request: InvoicePdf): Promise<Buffer> {
  const { document, logo } = request
  const logoError = logo ? findLogoError(logo) : null
  if (logoError !== null) throw badInput(logoError)
  const page = openDocument(document)
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  registerFonts(page)
  const root = page.struct('Document')
  page.addStructure(root)
  const pen = openPen(page, root)
  const sheet = openSheet(pen)
  const formats = localizedFormats(document.locale, document.currency)
  drawHeader(sheet, { document, formats, logo })
  drawTable(sheet, { document, formats })
  drawTotals(sheet, { document, formats })
  drawFoot(sheet, { document, formats })
  drawPageNumbers(pen, sheet, document)
  root.end()
  attachProof(page, request)
  page.end()
  await done
  return Buffer.concat(chunks)
}

function openDocument(document: InvoiceDocument): PDFKit.PDFDocument {
  return new PDFDocument({
    size: pageSize(document.locale),
    margin: 0,
    bufferPages: true,
    autoFirstPage: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: document.locale,
    displayTitle: true,
    font: fontPath('inter'),
    info: {
      Title: documentTitle(document),
      Creator: 'Kept',
      Producer: layoutProducer,
      CreationDate: new Date(`${document.issued_on ?? noDate}T00:00:00Z`),
    },
  })
}

/** Letter where it is the usual paper. */
function pageSize(locale: string): 'LETTER' | 'A4' {
  return /-(US|CA|MX|PH|CL|CO)$/.test(locale) ? 'LETTER' : 'A4'
}

function drawPageNumbers(pen: Pen, sheet: Sheet, document: InvoiceDocument): void {
  const { page } = pen
  const { count } = page.bufferedPageRange()
  if (count === 1) return
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(index)
    pen.artifact(() => {
      const style = { font: 'plain', size: 7.5, color: inks.faint } as const
      const y = page.page.height - 28
      pen.line(documentTitle(document), sheet.left, y, style)
      pen.line(`Page ${index + 1} of ${count}`, sheet.left, y, style, { width: sheet.width, align: 'right' })
    })
  }
}

function attachProof(page: PDFKit.PDFDocument, { document, text, signature, statements, logo, cii }: InvoicePdf): void {
  const attach = (name: string, content: string | Buffer, type: string, relationship: string, description: string) => {
    const date = new Date(`${document.issued_on ?? noDate}T00:00:00Z`)
    const options = { name, type, relationship, description, creationDate: date, modifiedDate: date }
    page.file(typeof content === 'string' ? Buffer.from(content) : content, options)
  }
  if (cii !== undefined) {
    attach(attachmentNames.cii, cii, 'text/xml', 'Alternative', 'The invoice as Factur-X, profile EN 16931')
    page.appendXML(facturXMetadata)
  }
  attach(attachmentNames.document, text, 'application/json', 'Source', 'Everything that the invoice says, as JSON')
  attach(attachmentNames.signature, signature, 'application/json', 'Supplement', 'The signature of the JSON')
  for (const { id, period } of document.statements) {
    const statement = statements.get(id)
    if (statement === undefined) throw new Error(`The signed text of statement ${id} is missing.`)
    const name = attachmentNames.statement(id)
    attach(name, statement, 'application/json', 'Supplement', `Signed savings statement of ${period}`)
  }
  // `kept verify` draws the pages again, and needs the picture for that.
  if (logo) attach(attachmentNames.logo, logo, 'application/octet-stream', 'Supplement', "The seller's logo")
}

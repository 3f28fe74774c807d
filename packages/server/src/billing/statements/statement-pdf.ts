/** A signed statement as a PDF/A-3 for people, with the signed text attached byte for byte. */
import type { StatementDocument } from '@kept/domain/statement-document.ts'
import { localizedFormats } from '@kept/foundation/format/localized.ts'
import PDFDocument from 'pdfkit'
import { statementSuffix } from '../documents/attachment-names.ts'
import { fontPath, registerFonts } from '../documents/pdf/fonts.ts'
import { inks, openPen } from '../documents/pdf/pen.ts'
import { openSheet, type Sheet } from '../documents/pdf/sheet.ts'
import { drawActions } from './statement-actions.ts'
import { drawStatementFoot } from './statement-foot.ts'
import { drawStatementHead } from './statement-head.ts'

interface StatementPdf {
  document: StatementDocument
  /** The signed text. */
  body: string
  /** Of the reader: "de-DE". */
  locale: string
}

export async function statementPdf({ document, body, locale }: StatementPdf): Promise<Buffer> {
  const formats = localizedFormats(locale, document.currency)
  const title = `Savings statement ${formats.month(document.period)}`
  const page = new PDFDocument({
    ...{ size: /-(US|CA|MX|PH|CL|CO)$/.test(locale) ? 'LETTER' : 'A4', margin: 0, bufferPages: true },
    ...{ pdfVersion: '1.7', subset: 'PDF/A-3a', tagged: true, lang: 'en-US', displayTitle: true },
    font: fontPath('inter'),
    info: { Title: title, Creator: 'Kept', Producer: 'Kept', CreationDate: new Date(document.issued_at) },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  registerFonts(page)
  const root = page.struct('Document')
  page.addStructure(root)
  const sheet = openSheet(openPen(page, root))
  drawStatementHead(sheet, { document, formats })
  drawActions(sheet, { document, formats })
  drawStatementFoot(sheet, { document, formats })
  drawPageNumbers(sheet, title)
  root.end()
  page.file(Buffer.from(body), {
    ...{ name: `${document.period}-${document.currency}${statementSuffix}`, type: 'application/json' },
    ...{ relationship: 'Source', description: 'The signed statement, as kept verify reads it' },
    ...{ creationDate: new Date(document.issued_at), modifiedDate: new Date(document.issued_at) },
  })
  page.end()
  await done
  return Buffer.concat(chunks)
}

function drawPageNumbers({ pen, left, width }: Sheet, title: string): void {
  const { count } = pen.page.bufferedPageRange()
  for (let index = 0; count > 1 && index < count; index += 1) {
    pen.page.switchToPage(index)
    pen.artifact(() => {
      const style = { font: 'plain', size: 7.5, color: inks.faint } as const
      const y = pen.page.page.height - 28
      pen.line(title, left, y, style)
      pen.line(`Page ${index + 1} of ${count}`, left, y, style, { width, align: 'right' })
    })
  }
}

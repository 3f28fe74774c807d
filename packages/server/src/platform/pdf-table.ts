/** A list as a PDF in landscape A4. Columns are multiples of 40 points wide, longer text is shortened. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import PDFDocument from 'pdfkit'
import { signPdf, unsignedPdfField } from './signed-file.ts'

const step = 40
const gap = 6
const margin = 41
const rowHeight = 16
const size = 8

/** These fonts cover most scripts. PDF's built-in fonts cover only Western Europe. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

interface PdfTable {
  title: string
  subtitle: string
  /** `steps`: the width, in steps of 40 points; 19 fit on a page. */
  columns: readonly { label: string; steps: number }[]
  rows: readonly (readonly string[])[]
  /** Signs every byte of the file, and attaches what its pages show as data. */
  signed?: { signer: Signer; attachment: PdfAttachment }
}

interface PdfAttachment {
  name: string
  description: string
  /** JSON. */
  content: string
}

interface PdfOptions {
  title: string
  size: 'A4'
  layout: 'landscape' | 'portrait'
  margin: number
  /** Whose signature over the file is written when it ends. */
  signer?: Signer | undefined
}

/** A document with the fonts `plain` and `bold`; `finish` ends it and returns its bytes. */
export function openPdf({ title, signer, ...options }: PdfOptions): {
  page: PDFKit.PDFDocument
  finish(): Promise<Buffer>
} {
  const info = { Title: title, ...(signer && { KeptSignature: unsignedPdfField(signer.publicKey) }) }
  const page = new PDFDocument({ ...options, bufferPages: true, info })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.registerFont('plain', join(fonts, 'DejaVuSans.ttf')).registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'))
  return {
    page,
    async finish() {
      page.end()
      await done
      const pdf = Buffer.concat(chunks)
      return signer ? signPdf(pdf, signer) : pdf
    },
  }
}

export async function pdfTable({ title, subtitle, columns, rows, signed }: PdfTable): Promise<Buffer> {
  const { page, finish } = openPdf({ title, size: 'A4', layout: 'landscape', margin, signer: signed?.signer })
  if (signed) {
    const { name, description, content } = signed.attachment
    page.file(Buffer.from(content), { name, description, type: 'application/json' })
  }
  page
    .font('bold')
    .fontSize(13)
    .text(shorten(page, title, step * 14), margin, margin, { lineBreak: false })
  page
    .font('plain')
    .fontSize(size)
    .text(shorten(page, subtitle, step * 18), margin, margin + 20, { lineBreak: false })
  const labels = columns.map(({ label }) => label)
  let y = margin + 40
  drawRow(page, y, { columns, cells: labels, font: 'bold' })
  for (const cells of rows) {
    y += rowHeight
    if (y > page.page.height - margin - rowHeight) {
      page.addPage()
      y = margin
      drawRow(page, y, { columns, cells: labels, font: 'bold' })
      y += rowHeight
    }
    drawRow(page, y, { columns, cells, font: 'plain' })
  }
  return finish()
}

function drawRow(
  page: PDFKit.PDFDocument,
  y: number,
  { columns, cells, font }: { columns: PdfTable['columns']; cells: readonly string[]; font: 'plain' | 'bold' },
): void {
  page.font(font).fontSize(size)
  let x = margin
  for (const [index, { steps }] of columns.entries()) {
    page.text(shorten(page, cells[index] ?? '', steps * step - gap), x, y, { lineBreak: false })
    x += steps * step
  }
}

/** Shortens a text to the width, with an ellipsis. */
export function shorten(page: PDFKit.PDFDocument, text: string, width: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ')
  if (page.widthOfString(line) <= width) return line
  const characters = [...line]
  let [minLength, maxLength] = [0, characters.length]
  while (minLength < maxLength) {
    const middle = Math.ceil((minLength + maxLength) / 2)
    if (page.widthOfString(`${characters.slice(0, middle).join('')}…`) <= width) minLength = middle
    else maxLength = middle - 1
  }
  return `${characters.slice(0, minLength).join('')}…`
}

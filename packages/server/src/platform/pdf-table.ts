/** A list as a PDF in landscape A4. Columns are multiples of 40 points wide, longer text is wrapped or shortened. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { signPdf, unsignedPdfField } from './signed-file.ts'

const step = 40
const gap = 6
const margin = 41
const rowHeight = 16
const lineHeight = 10
const size = 8
/** A cell with more text is shortened, so that a row stays a small part of a page. */
const maxLines = 8

/** These fonts cover most scripts. PDF's built-in fonts cover only Western Europe. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

interface PdfTable {
  title: string
  subtitle: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Signs every byte of the file, and attaches what its pages show as data. */
  signed?: { signer: Signer; attachment: PdfAttachment }
}

interface Column {
  label: string
  /** The width, in steps of 40 points; 19 fit on a page. */
  steps: number
  /** Text that is longer continues on the next lines of its row. */
  wraps?: boolean
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
export async function openPdf({ title, signer, ...options }: PdfOptions): Promise<{
  page: PDFKit.PDFDocument
  finish(): Promise<Buffer>
}> {
  const { default: PDFDocument } = await import('pdfkit')
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
  const { page, finish } = await openPdf({ title, size: 'A4', layout: 'landscape', margin, signer: signed?.signer })
  if (signed) {
    const { name, description, content } = signed.attachment
    page.file(Buffer.from(content), { name, description, type: 'application/json' })
  }
  page
    .font('bold')
    .fontSize(13)
    .text(shorten(page, title, step * 19), margin, margin, { lineBreak: false })
  page
    .font('plain')
    .fontSize(size)
    .text(shorten(page, subtitle, step * 18), margin, margin + 20, { lineBreak: false })
  const labels = columns.map(({ label }) => label)
  const head = rowOf(page, { columns, cells: labels, font: 'bold' })
  let y = margin + 40
  let height = drawRow(page, y, head)
  for (const cells of rows) {
    const row = rowOf(page, { columns, cells, font: 'plain' })
    y += height
    if (y + heightOf(row) > page.page.height - margin) {
      page.addPage()
      y = margin + drawRow(page, margin, head)
    }
    height = drawRow(page, y, row)
  }
  return finish()
}

type Font = 'plain' | 'bold'

interface Row {
  columns: readonly Column[]
  /** The lines of each cell, none wider than its column. */
  lines: readonly (readonly string[])[]
  font: Font
}

function rowOf(
  page: PDFKit.PDFDocument,
  { columns, cells, font }: { columns: readonly Column[]; cells: readonly string[]; font: Font },
): Row {
  page.font(font).fontSize(size)
  const lines = columns.map(({ steps, wraps }, index) => {
    const [text, width] = [cells[index] ?? '', steps * step - gap]
    return wraps ? wrap(page, text, width) : [shorten(page, text, width)]
  })
  return { columns, lines, font }
}

function heightOf({ lines }: Row): number {
  return rowHeight + lineHeight * (Math.max(1, ...lines.map(({ length }) => length)) - 1)
}

/** Returns the height of the row. */
function drawRow(page: PDFKit.PDFDocument, y: number, row: Row): number {
  page.font(row.font).fontSize(size)
  let x = margin
  for (const [index, { steps }] of row.columns.entries()) {
    for (const [line, text] of (row.lines[index] ?? []).entries())
      page.text(text, x, y + line * lineHeight, { lineBreak: false })
    x += steps * step
  }
  return heightOf(row)
}

/** Breaks a text into lines of the width, at spaces or, where a part of it is wider, within the part. */
export function wrap(page: PDFKit.PDFDocument, text: string, width: number): string[] {
  const lines: string[] = []
  let rest = oneLine(text).trim()
  while (page.widthOfString(rest) > width && lines.length < maxLines - 1) {
    const fitting = [...rest].slice(0, Math.max(1, countFitting(page, rest, width))).join('')
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ')
    const line = space > 0 ? rest.slice(0, space) : fitting
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return [...lines, shorten(page, rest, width)]
}

/** Shortens a text to the width, with an ellipsis. */
export function shorten(page: PDFKit.PDFDocument, text: string, width: number): string {
  const line = oneLine(text)
  if (page.widthOfString(line) <= width) return line
  return `${[...line].slice(0, countFitting(page, line, width, '…')).join('')}…`
}

/** How many characters of a text that is too wide fit into the width, with `ending` after them. */
function countFitting(page: PDFKit.PDFDocument, text: string, width: number, ending = ''): number {
  const characters = [...text]
  let [minLength, maxLength] = [0, characters.length]
  while (minLength < maxLength) {
    const middle = Math.ceil((minLength + maxLength) / 2)
    if (page.widthOfString(`${characters.slice(0, middle).join('')}${ending}`) <= width) minLength = middle
    else maxLength = middle - 1
  }
  return minLength
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ')
}

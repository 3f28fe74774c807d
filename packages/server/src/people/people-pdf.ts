/** The user list as a PDF. Columns are multiples of 40 points wide, longer text is shortened. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FoundPerson } from '@kept/store/people/list-people.ts'
import PDFDocument from 'pdfkit'
import { exportColumns } from './export-columns.ts'

const step = 40
const gap = 6
const margin = 41
const rowHeight = 16
const size = 8

/** These fonts cover most scripts. PDF's built-in fonts cover only Western Europe. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

export async function peoplePdf(
  people: readonly FoundPerson[],
  { organization, day }: { organization: string; day: string },
): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin,
    bufferPages: true,
    info: { Title: `Users of ${organization}` },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.registerFont('plain', join(fonts, 'DejaVuSans.ttf')).registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'))
  page
    .font('bold')
    .fontSize(13)
    .text(shorten(page, `Users of ${organization}`, step * 14), margin, margin, { lineBreak: false })
  page
    .font('plain')
    .fontSize(size)
    .text(`${people.length} users, ${day}`, margin, margin + 20, { lineBreak: false })
  let y = margin + 40
  drawRow(
    page,
    y,
    exportColumns.map(({ label }) => label),
    'bold',
  )
  for (const person of people) {
    y += rowHeight
    if (y > page.page.height - margin - rowHeight) {
      page.addPage()
      y = margin
      drawRow(
        page,
        y,
        exportColumns.map(({ label }) => label),
        'bold',
      )
      y += rowHeight
    }
    drawRow(
      page,
      y,
      exportColumns.map(({ format }) => format(person)),
      'plain',
    )
  }
  page.end()
  await done
  return Buffer.concat(chunks)
}

function drawRow(page: PDFKit.PDFDocument, y: number, cells: string[], font: 'plain' | 'bold'): void {
  page.font(font).fontSize(size)
  let x = margin
  for (const [index, { steps }] of exportColumns.entries()) {
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

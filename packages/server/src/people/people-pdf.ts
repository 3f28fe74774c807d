/** The people on paper: columns at fixed places, 40 units apart and wider by whole steps; what does not fit is cut short. */
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

/** Fonts that know the letters of most names; PDF's own fonts know Western Europe's alone. */
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
    info: { Title: `People of ${organization}` },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.registerFont('plain', join(fonts, 'DejaVuSans.ttf')).registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'))
  page
    .font('bold')
    .fontSize(13)
    .text(shorten(page, `People of ${organization}`, step * 14), margin, margin, { lineBreak: false })
  page
    .font('plain')
    .fontSize(size)
    .text(`${people.length} people, ${day}`, margin, margin + 20, { lineBreak: false })
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
      exportColumns.map(({ of }) => of(person)),
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

/** As much of a text as the width holds, told by an ellipsis when it was more. */
export function shorten(page: PDFKit.PDFDocument, text: string, width: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ')
  if (page.widthOfString(line) <= width) return line
  const letters = [...line]
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (page.widthOfString(`${letters.slice(0, middle).join('')}…`) <= width) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, least).join('')}…`
}

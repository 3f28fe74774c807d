/** A report as a PDF in A4, landscape for wide tables: sections with their charts and tables. Figures are never shortened. */
import type { ReportDocument, ReportRow, TableBlock } from '@kept/domain/report-document.ts'
import { barGeometry } from '@kept/foundation/chart/bar-geometry.ts'
import { openPdf, shorten } from '../../platform/pdf-table.ts'
import { isFigure, periodLine, textOf } from './report-html.ts'

const margin = 40
const rowHeight = 15
const size = 8
const gap = 8
/** The narrowest column of text, in points. */
const minTextWidth = 40
/** Tables with more columns are drawn on landscape pages. */
const maxPortraitColumns = 6
const ink = '#1c2230'
const bar = '#2f5fb3'

type Page = PDFKit.PDFDocument

export async function reportPdf(document: ReportDocument): Promise<Buffer> {
  const isWide = document.blocks.some((block) => block.kind === 'table' && block.columns.length > maxPortraitColumns)
  const layout = isWide ? 'landscape' : 'portrait'
  const { page, finish } = await openPdf({ title: document.title, size: 'A4', layout, margin })
  const width = widthOf(page)
  page.fillColor(ink).font('bold').fontSize(18).text(document.title, margin, margin, { width })
  page.font('plain').fontSize(9).text(periodLine(document), { width })
  if (document.description) page.text(document.description, { width })
  page.text(`Generated ${document.generated_at.slice(0, 16).replace('T', ' ')} UTC`, { width })
  for (const block of document.blocks) {
    page.y += 16
    heading(page, block.title)
    if (block.kind === 'text') page.font('plain').fontSize(10).text(block.text, margin, page.y, { width })
    else {
      drawChart(page, block)
      drawTable(page, block)
      if (block.note)
        page
          .font('plain')
          .fontSize(size)
          .text(block.note, margin, page.y + 4, { width })
    }
  }
  return finish()
}

function widthOf(page: Page): number {
  return page.page.width - 2 * margin
}

function heading(page: Page, title: string): void {
  if (!title) return
  startPage(page, 60)
  page
    .font('bold')
    .fontSize(12)
    .text(title, margin, page.y, { width: widthOf(page) })
  page.y += 4
}

/** Continues on a new page when `height` points are not left on this one. */
function startPage(page: Page, height: number): void {
  if (page.y + height <= page.page.height - margin) return
  page.addPage()
  page.y = margin
}

function drawTable(page: Page, { columns, rows, totals }: TableBlock): void {
  const cells = (row: ReportRow) => columns.map((column) => textOf(column, row))
  const labels = columns.map(({ label }) => label)
  const content = [labels, ...rows.map(cells), ...totals.map(cells)]
  const width = widthOf(page)
  page.font('bold').fontSize(size)
  const natural = labels.map((_, index) => Math.max(...content.map((row) => page.widthOfString(row[index] ?? ''))))
  const needed = natural.reduce(
    (sum, points, index) => sum + (isFigure(columns[index]) ? points + gap + 1 : minTextWidth),
    0,
  )
  // Where the figures alone are wider than the page, all of the table is smaller.
  const scale = Math.min(1, width / needed)
  const widths = columnWidths(
    natural.map((points) => points * scale),
    columns.map(isFigure),
    width,
  )
  const draw = (texts: readonly string[], font: 'plain' | 'bold') => {
    page.font(font).fontSize(size * scale)
    const { y } = page
    let x = margin
    for (const [index, text] of texts.entries()) {
      const column = columns[index]
      const available = (widths[index] ?? 0) - gap
      const isRight = isFigure(column)
      const line = shorten(page, text, available)
      const offset = isRight ? available - page.widthOfString(line) : 0
      page.text(line, x + Math.max(0, offset), y, { lineBreak: false })
      x += widths[index] ?? 0
    }
    page.y = y + rowHeight
  }
  const rule = () =>
    page
      .moveTo(margin, page.y - 3)
      .lineTo(margin + width, page.y - 3)
      .lineWidth(0.5)
      .stroke(ink)
  const drawHead = () => {
    draw(labels, 'bold')
    rule()
  }
  startPage(page, 3 * rowHeight)
  drawHead()
  for (const row of rows) {
    if (page.y + rowHeight > page.page.height - margin) {
      page.addPage()
      page.y = margin
      drawHead()
    }
    draw(cells(row), 'plain')
  }
  for (const [index, row] of totals.entries()) {
    startPage(page, rowHeight)
    if (index === 0) rule()
    draw(cells(row), 'bold')
  }
}

/**
 * Columns of figures get what they need, because a shortened figure would be a wrong one. Short texts do too, and long
 * ones share the rest.
 */
function columnWidths(natural: readonly number[], figures: readonly boolean[], width: number): number[] {
  const widths = natural.map((points) => points + gap + 1)
  let left = width - widths.reduce((sum, points, index) => sum + (figures[index] ? points : 0), 0)
  const texts = widths.map((points, index) => ({ points, index })).filter(({ index }) => !figures[index])
  for (const [position, { points, index }] of texts.toSorted((a, b) => a.points - b.points).entries()) {
    widths[index] = Math.min(points, Math.max(0, left) / (texts.length - position))
    left -= widths[index] ?? 0
  }
  const [first] = texts
  if (first && left > 0) widths[first.index] = (widths[first.index] ?? 0) + left
  return widths
}

function drawChart(page: Page, { chart, rows }: TableBlock): void {
  if (!chart || rows.length === 0) return
  const width = widthOf(page)
  const values = rows.map((row) => row[chart.value] ?? null)
  if (chart.form === 'columns') {
    const height = 110
    startPage(page, height + 20)
    const { bars, zero } = barGeometry(values, height)
    const step = width / rows.length
    for (const [index, geometry] of bars.entries()) {
      if (!geometry || geometry.size === 0) continue
      page
        .rect(
          margin + index * step + step * 0.1,
          page.y + height - geometry.start - geometry.size,
          step * 0.8,
          geometry.size,
        )
        .fill(bar)
    }
    page
      .moveTo(margin, page.y + height - zero)
      .lineTo(margin + width, page.y + height - zero)
      .lineWidth(0.5)
      .stroke(ink)
    page.fillColor(ink)
    page.y += height + 10
    return
  }
  const labels = 170
  const { bars } = barGeometry(values, width - labels)
  for (const [index, geometry] of bars.entries()) {
    startPage(page, rowHeight)
    page.font('plain').fontSize(size).fillColor(ink)
    const { y } = page
    page.text(shorten(page, rows[index]?.[chart.label] ?? '', labels - gap), margin, y, { lineBreak: false })
    if (geometry && geometry.size > 0) page.rect(margin + labels + geometry.start, y, geometry.size, 9).fill(bar)
    page.fillColor(ink)
    page.y = y + rowHeight
  }
  page.y += 6
}

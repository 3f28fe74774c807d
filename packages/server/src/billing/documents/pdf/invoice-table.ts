/** The lines of an invoice: what was saved, by what, and the fee for it. Its head repeats on every page. */
import type { InvoiceLine } from '@kept/domain/billing/invoice-document.ts'
import { isZero } from '@kept/foundation/decimal.ts'
import { inks } from './pen.ts'
import { type Drawing, type Sheet, styles } from './sheet.ts'

const numberWidth = 18
const savedWidth = 92
const feeWidth = 92
const lineHeight = 10.5
const maxDetailLines = 2

export function drawTable(sheet: Sheet, drawing: Drawing): void {
  sheet.pen.group('Table', () => {
    drawTableHead(sheet, drawing)
    for (const line of drawing.document.lines) drawLine(sheet, line, drawing)
  })
  sheet.y += 6
}

function drawTableHead(sheet: Sheet, { document }: Drawing): void {
  const { pen, left, width } = sheet
  pen.rule(left, sheet.y, width)
  const y = sheet.y + 14
  pen.group('TR', () => {
    pen.tagged('TH', () => pen.line('Verified savings by kind', left + numberWidth, y, styles.soft))
    pen.tagged('TH', () =>
      pen.line(`Saved, ${document.currency}`, left, y, styles.soft, { width: width - feeWidth, align: 'right' }),
    )
    const fee = document.kind === 'credit_note' ? 'Credited' : 'Fee'
    pen.tagged('TH', () => pen.line(`${fee}, ${document.currency}`, left, y, styles.soft, { width, align: 'right' }))
  })
  sheet.y = y + 8
  pen.rule(left, sheet.y, width)
}

function drawLine(sheet: Sheet, line: InvoiceLine, drawing: Drawing): void {
  const { document, formats } = drawing
  const { pen, left, width } = sheet
  const textWidth = width - numberWidth - savedWidth - feeWidth - 8
  const month = line.period === document.period ? '' : `, ${formats.month(line.period)}`
  const titles = pen.wrap(`${line.description}${month}`, textWidth, styles.strong)
  const details = detailLines(line, textWidth, (text) => pen.wrap(text, textWidth, styles.small))
  const height = (titles.length + details.length) * lineHeight + 8
  if (sheet.remaining() < height) {
    sheet.addPage()
    drawTableHead(sheet, drawing)
  }
  const y = sheet.y + 13
  pen.group('TR', () => {
    pen.tagged('TD', () => {
      pen.line(String(line.position), left, y, styles.soft)
      pen.lines(titles, left + numberWidth, y, styles.strong, lineHeight)
      pen.lines(details, left + numberWidth, y + titles.length * lineHeight, styles.small, lineHeight)
    })
    const saved = isZero(line.saved) ? '' : formats.money(line.saved)
    pen.tagged('TD', () => pen.line(saved, left, y, styles.text, { width: width - feeWidth, align: 'right' }))
    pen.tagged('TD', () => pen.line(formats.money(line.fee), left, y, styles.strong, { width, align: 'right' }))
  })
  sheet.y += height
  pen.rule(left, sheet.y, width, { color: inks.rule })
}

/** "3 actions: orders-db, workbench-1 and 1 more", in two lines at most. */
function detailLines({ actions }: InvoiceLine, width: number, wrap: (text: string) => string[]): string[] {
  if (actions.length === 0) return []
  const count = actions.length === 1 ? '1 action' : `${actions.length} actions`
  const names = [...new Set(actions.map(({ resource, title }) => resource || title))].filter(Boolean)
  if (names.length === 0) return [count]
  // Names beyond those that could fit are never measured: a line may have thousands.
  let visible = Math.min(names.length, Math.ceil(width / 8))
  for (; visible > 1; visible -= 1) {
    const lines = wrap(sentenceOf(count, names, visible))
    if (lines.length <= maxDetailLines) return lines
  }
  return wrap(sentenceOf(count, names, 1)).slice(0, maxDetailLines)
}

function sentenceOf(count: string, names: readonly string[], visible: number): string {
  const rest = names.length - visible
  return `${count}: ${names.slice(0, visible).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Net, tax, credit and what is due. They stay together on one page. */
import type { TaxLine } from '@kept/domain/billing/invoice-document.ts'
import { isZero, negate } from '@kept/foundation/decimal.ts'
import { inks, type TextStyle } from './pen.ts'
import { type Drawing, type Sheet, styles } from './sheet.ts'

const lineHeight = 15
const blockWidth = 270

interface TotalRow {
  label: string
  amount: string
  note?: string
  style?: TextStyle
  ruled?: boolean
}

const dueStyle = { font: 'bold', size: 11.5, color: inks.ink } as const

export function drawTotals(sheet: Sheet, drawing: Drawing): void {
  const { pen } = sheet
  const left = sheet.left + sheet.width - blockWidth
  const rows = totalRows(drawing).map((row) => ({
    ...row,
    notes: row.note ? pen.wrap(row.note, 190, styles.small) : [],
  }))
  const height = rows.reduce((sum, { notes }) => sum + lineHeight + notes.length * 10, 24)
  if (sheet.remaining() < height) sheet.addPage()
  pen.group('Table', () => {
    for (const { label, amount, notes, style = styles.text, ruled } of rows) {
      if (ruled) pen.rule(left, sheet.y + 4, blockWidth, { color: style === dueStyle ? inks.strong : inks.rule })
      sheet.y += style === dueStyle ? lineHeight + 8 : lineHeight
      pen.group('TR', () => {
        pen.tagged('TD', () => {
          pen.line(label, left, sheet.y, style)
          pen.lines(notes, left, sheet.y + 10, styles.small, 10)
        })
        pen.tagged('TD', () => pen.line(amount, left, sheet.y, style, { width: blockWidth, align: 'right' }))
      })
      sheet.y += notes.length * 10
    }
  })
  sheet.y += 24
}

function totalRows({ document, formats }: Drawing): TotalRow[] {
  const { totals, tax, kind } = document
  const { money } = formats
  return [
    { label: kind === 'credit_note' ? 'Fees credited' : 'Fees', amount: money(totals.net) },
    ...tax.map((part) => ({ label: taxLabel(part, { document, formats }), amount: money(part.tax), note: part.note })),
    { label: 'Total', amount: money(totals.gross), style: styles.strong, ruled: true },
    ...(isZero(totals.credit_applied) ? [] : [{ label: 'Credit used', amount: money(negate(totals.credit_applied)) }]),
    {
      label: kind === 'credit_note' ? 'Amount credited' : 'Amount due',
      amount: money(totals.due),
      style: dueStyle,
      ruled: true,
    },
  ]
}

function taxLabel({ category, percent, base }: TaxLine, { formats }: Drawing): string {
  if (category === 'AE') return 'Tax (reverse charge)'
  if (category === 'O') return 'Tax (outside its scope)'
  return `Tax ${formats.percent(percent)} of ${formats.money(base)}`
}

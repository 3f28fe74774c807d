/** How to pay, how to check the invoice, the rules it was made by, and the seller's legal lines. */
import { inks, type TextStyle } from './pen.ts'
import { type Drawing, type Sheet, styles } from './sheet.ts'

const lineHeight = 11
const gap = 24

export function drawFoot(sheet: Sheet, { document }: Drawing): void {
  const { pen, left, width } = sheet
  const column = (width - gap) / 2
  const command = `kept verify ${document.number ?? 'invoice'}.pdf --bill your-bill/`
  const mono = { font: 'mono', size: 7.5, color: inks.ink } as const
  const pay = payLines(document.payment).flatMap((line) => pen.wrap(line, column, styles.text))
  const check = pen.wrap(
    'This PDF carries the signed statement. The command recalculates the savings and the fee from your own bill, offline:',
    column,
    styles.text,
  )
  const commandLines = pen.wrap(command, column - 16, mono)
  const small = [
    ...document.rules.map(({ id, version, text }) => `Commission rule ${id}, version ${version}: ${text}`),
    ...statementLines(document),
    ...document.notes,
  ].flatMap((line) => pen.wrap(line, width, styles.small))
  const isInvoice = document.kind === 'invoice' && document.number !== null
  const checkHeight = 26 + check.length * lineHeight + commandLines.length * lineHeight + 16
  if (sheet.remaining() < Math.max(checkHeight, 26 + pay.length * lineHeight)) sheet.addPage()
  pen.rule(left, sheet.y, width)
  const top = sheet.y + 18
  if (isInvoice) drawBlock(sheet, { title: 'How to pay', lines: pay, x: left, y: top })
  const checkX = isInvoice ? left + column + gap : left
  drawBlock(sheet, { title: 'Check it yourself', lines: check, x: checkX, y: top })
  const boxTop = top + check.length * lineHeight + 8
  pen.box(checkX, boxTop, column, commandLines.length * lineHeight + 10, inks.wash)
  pen.tagged('Code', () => pen.lines(commandLines, checkX + 8, boxTop + 13, mono, lineHeight))
  sheet.y = Math.max(boxTop + commandLines.length * lineHeight + 28, top + (pay.length + 1) * lineHeight + 8)
  drawSmallPrint(sheet, small, styles.small)
}

interface Block {
  title: string
  lines: readonly string[]
  x: number
  y: number
}

function drawBlock({ pen }: Sheet, { title, lines, x, y }: Block): void {
  pen.tagged('H2', () => pen.line(title, x, y, styles.strong))
  pen.tagged('P', () => pen.lines(lines, x, y + 12, styles.text, lineHeight))
}

function payLines({ bank_lines: bankLines, reference }: Drawing['document']['payment']): string[] {
  const quote = reference ? [`Reference: ${reference}`] : []
  if (bankLines.length === 0) return ['With the payment method of your account.', ...quote]
  return ['By bank transfer:', ...bankLines, ...quote]
}

function statementLines({ statements }: Drawing['document']): string[] {
  return statements.map(({ period, kind, sha256 }) => `Statement ${period} (${kind}), SHA-256 ${sha256}`)
}

function drawSmallPrint(sheet: Sheet, lines: readonly string[], style: TextStyle): void {
  for (const line of lines) {
    if (sheet.remaining() < 10) sheet.addPage()
    sheet.pen.tagged('P', () => sheet.pen.line(line, sheet.left, sheet.y, style))
    sheet.y += 10
  }
}

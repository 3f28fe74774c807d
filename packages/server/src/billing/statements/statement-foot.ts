/** The method, what the bill could not show, the signature, and how to check all of it. */
import { statementMethod } from '@kept/domain/statement-labels.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { inks, type TextStyle } from '../documents/pdf/pen.ts'
import { type Sheet, styles } from '../documents/pdf/sheet.ts'
import type { StatementDrawing } from './statement-drawing.ts'

const heading = { font: 'bold', size: 10.5, color: inks.ink } as const
const lineHeight = 11
const mono = { font: 'mono', size: 7, color: inks.ink } as const

export function drawStatementFoot(sheet: Sheet, { document }: StatementDrawing): void {
  drawBlock(
    sheet,
    'Method',
    statementMethod.map((text, index) => [`${index + 1}  ${text}`, styles.text]),
  )
  const unclear: Line[] = document.held.map(({ resource, reason }) => [
    `No saving is claimed for ${resource}: ${reason}`,
    styles.text,
  ])
  if (document.missing_hours > 0)
    unclear.push([
      `The bill lacks ${counted(document.missing_hours, 'hour')}. Nothing is claimed for them.`,
      styles.text,
    ])
  if (unclear.length > 0) drawBlock(sheet, 'Not claimed', unclear)
  drawBlock(sheet, 'Signature', [
    [`Ed25519, key ${document.key_fingerprint}`, mono],
    [`Ledger head, entry ${document.last_entry}: ${document.head_hash}`, mono],
    [`Signature: ${document.signature}`, mono],
    [`Method ${document.method}`, styles.small],
    [
      'The signed statement is attached to this PDF as JSON. This recalculates it offline from your own bill:',
      styles.text,
    ],
    [`kept verify ${document.period}-${document.currency}.statement.pdf --bill your-bill/ --key kept.pem`, mono],
  ])
}

type Line = [text: string, style: TextStyle]

function drawBlock(sheet: Sheet, title: string, lines: readonly Line[]): void {
  const { pen, left, width } = sheet
  if (sheet.remaining() < 50) sheet.addPage()
  pen.tagged('H2', () => pen.line(title, left, sheet.y, heading))
  sheet.y += 16
  for (const [text, style] of lines) {
    const wrapped = pen.wrap(text, width, style)
    // A page never begins inside a tagged paragraph.
    if (sheet.remaining() < wrapped.length * lineHeight + 2) sheet.addPage()
    pen.tagged('P', () => pen.lines(wrapped, left, sheet.y, style, lineHeight))
    sheet.y += wrapped.length * lineHeight + 2
  }
  sheet.y += 14
}

/** The first page of a statement: what it is about, the verified savings, and the steps that lead to them. */
import { stepLabels } from '@kept/domain/statement-labels.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { inks } from '../documents/pdf/pen.ts'
import { type Sheet, styles } from '../documents/pdf/sheet.ts'
import type { StatementDrawing } from './statement-drawing.ts'

const title = { font: 'serif', size: 19, color: inks.ink } as const
const hero = { font: 'serif', size: 30, color: '#14663f' } as const
const heading = { font: 'bold', size: 10.5, color: inks.ink } as const
const factHeight = 11.5
const stepHeight = 17

export function drawStatementHead(sheet: Sheet, drawing: StatementDrawing): void {
  const { pen, left } = sheet
  const { document, formats } = drawing
  pen.tagged('H1', () => pen.line('Savings statement', left, sheet.y, title))
  pen.tagged('P', () => {
    pen.line('for', left, sheet.y + 20, styles.soft)
    pen.line(document.organization_name, left + 14, sheet.y + 20, styles.strong)
  })
  drawFacts(sheet, drawing)
  sheet.y += 78
  pen.tagged('P', () => {
    pen.line(`Verified savings in ${formats.month(document.period)}`, left, sheet.y, styles.soft)
    pen.line(formats.money(document.verified), left, sheet.y + 32, hero)
  })
  sheet.y += 50
  drawSplit(sheet, drawing)
  drawSteps(sheet, drawing)
}

function drawFacts({ pen, left, width, y }: Sheet, { document, formats }: StatementDrawing): void {
  const facts: [string, string][] = [
    ['Month', formats.month(document.period)],
    ['Kind', document.kind === 'final' ? 'Final' : 'True-up'],
    ['Issued', formats.day(document.issued_at.slice(0, 10))],
    ['Invoice', document.invoice?.number ?? (document.invoice ? 'draft' : 'none')],
    ['Ledger entries', `${document.first_entry} to ${document.last_entry}`],
  ]
  const from = left + width * 0.62
  for (const [index, [label, value]] of facts.entries())
    pen.tagged('P', () => {
      pen.line(label, from, y + index * factHeight, styles.soft)
      pen.line(value, from, y + index * factHeight, styles.text, { width: width * 0.38, align: 'right' })
    })
}

/** What the customer keeps and the fee, as a bar to scale. */
function drawSplit(sheet: Sheet, { document, formats }: StatementDrawing): void {
  const { pen, left, width } = sheet
  const billed = Number(document.billed)
  // Only the bar's length is approximate; the amounts are exact.
  const share = billed > 0 ? Math.min(1, Math.max(0, Number(document.customer_net) / billed)) : 1
  pen.box(left, sheet.y, width, 8, '#d9f0e2')
  if (share > 0) pen.box(left, sheet.y, width * share, 8, '#14663f')
  pen.tagged('P', () => {
    pen.line('You keep', left, sheet.y + 22, styles.soft)
    pen.line(formats.money(document.customer_net), left, sheet.y + 34, heading)
  })
  pen.tagged('P', () => {
    pen.line('Fee', left, sheet.y + 22, styles.soft, { width, align: 'right' })
    pen.line(formats.money(document.fee), left, sheet.y + 34, heading, { width, align: 'right' })
  })
  const rule = pen.wrap(document.rule, width, styles.small)
  pen.tagged('P', () => pen.lines(rule, left, sheet.y + 48, styles.small, 10))
  sheet.y += 62 + rule.length * 10
}

function drawSteps(sheet: Sheet, { document, formats }: StatementDrawing): void {
  const { pen, left, width } = sheet
  pen.tagged('H2', () => pen.line('From measured to billed', left, sheet.y, heading))
  sheet.y += 8
  pen.rule(left, sheet.y, width, { color: inks.strong })
  pen.group('Table', () => {
    for (const { kind, amount, actions } of document.steps) {
      if (sheet.remaining() < stepHeight) sheet.addPage()
      const style = kind === 'verified' || kind === 'billed' ? styles.strong : styles.text
      const y = sheet.y + 12
      pen.group('TR', () => {
        pen.tagged('TD', () => {
          pen.line(stepLabels[kind], left, y, style)
          const count = actions > 0 && kind !== 'verified' ? counted(actions, 'action', 'actions') : ''
          pen.line(count, left + width * 0.55, y, styles.small)
        })
        pen.tagged('TD', () => pen.line(formats.money(amount), left, y, style, { width, align: 'right' }))
      })
      sheet.y += stepHeight
      pen.rule(left, sheet.y, width)
    }
  })
  sheet.y += 24
}

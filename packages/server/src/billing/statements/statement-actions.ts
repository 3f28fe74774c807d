/** Every action of a statement, by kind: baseline, measured cost, saving and interval, what is verified, and its fee. */

import type { StatementAction } from '@kept/domain/statement-document.ts'
import { actionGroupLabels } from '@kept/domain/statement-labels.ts'
import { add, isZero } from '@kept/foundation/decimal.ts'
import { inks } from '../documents/pdf/pen.ts'
import { type Sheet, styles } from '../documents/pdf/sheet.ts'
import type { StatementDrawing } from './statement-drawing.ts'

const heading = { font: 'bold', size: 10.5, color: inks.ink } as const
const lineHeight = 10
/** Right edges of the columns, from the right. */
const columns = [
  { head: 'Fee', back: 0 },
  { head: 'Verified', back: 56 },
  { head: 'Interval', back: 120 },
  { head: 'Saved', back: 180 },
  { head: 'Measured', back: 240 },
  { head: 'Baseline', back: 300 },
] as const
const textRoom = 362

export function drawActions(sheet: Sheet, drawing: StatementDrawing): void {
  const { pen, left, width } = sheet
  if (sheet.remaining() < 90) sheet.addPage()
  pen.tagged('H2', () => pen.line('Every action', left, sheet.y, heading))
  pen.tagged('P', () =>
    pen.line(`Amounts in ${drawing.document.currency}`, left, sheet.y, styles.small, { width, align: 'right' }),
  )
  sheet.y += 8
  drawHead(sheet)
  pen.group('Table', () => {
    let group: StatementAction['kind'] | undefined
    for (const action of drawing.document.actions) {
      if (action.kind !== group) drawGroup(sheet, action.kind, group === undefined)
      group = action.kind
      drawAction(sheet, action, drawing)
    }
  })
  sheet.y += 20
}

function drawHead({ pen, left, width, y }: Sheet): void {
  pen.rule(left, y, width, { color: inks.strong })
  pen.tagged('P', () => {
    pen.line('Action', left, y + 12, styles.label)
    for (const { head, back } of columns)
      pen.line(head, left, y + 12, styles.label, { width: width - back, align: 'right' })
  })
}

function drawGroup(sheet: Sheet, kind: StatementAction['kind'], isFirst: boolean): void {
  const { pen, left, width } = sheet
  if (sheet.remaining() < 60) nextPage(sheet)
  else sheet.y += isFirst ? 14 : 4
  pen.tagged('H3', () => pen.line(actionGroupLabels[kind], left, sheet.y + 14, styles.strong))
  sheet.y += 20
  pen.rule(left, sheet.y, width)
}

function nextPage(sheet: Sheet): void {
  sheet.addPage()
  drawHead(sheet)
  sheet.y += 16
}

/** In the order of the columns; the interval has two lines. */
function amountsOf(action: StatementAction, money: (amount: string) => string): string[][] {
  const { fee, verified, saved, calculation } = action
  const { baseline, measured, low, high } = calculation ?? {}
  const interval =
    low === undefined || high === undefined ? [] : low === high ? ['metered'] : [`${money(low)} to`, money(high)]
  const text = (amount: string | undefined) => (amount === undefined ? [] : [money(amount)])
  return [text(fee), text(verified), interval, isZero(saved) ? [] : text(saved), text(measured), text(baseline)]
}

function drawAction(sheet: Sheet, action: StatementAction, { formats }: StatementDrawing): void {
  const { pen, left, width } = sheet
  const off = add(action.deducted, action.corrected)
  const takenOff = isZero(off) ? '' : `Taken off: ${formats.money(off)}`
  const amounts = amountsOf(action, formats.money)
  const room = Math.max(120, width - textRoom)
  const names = pen.wrap(nameOf(action), room, styles.text)
  const details = [action.title, fromOf(action, formats.day), takenOff, ...action.notes]
    .filter(Boolean)
    .flatMap((text) => pen.wrap(text, room, styles.small))
  const height = Math.max(names.length + details.length, ...amounts.map(({ length }) => length)) * lineHeight + 8
  if (sheet.remaining() < height) nextPage(sheet)
  const y = sheet.y + 12
  pen.group('TR', () => {
    pen.tagged('TD', () => {
      pen.lines(names, left, y, styles.text, lineHeight)
      pen.lines(details, left, y + names.length * lineHeight, styles.small, lineHeight)
    })
    for (const [index, { back }] of columns.entries())
      pen.tagged('TD', () => {
        const style = index === 1 ? styles.strong : styles.text
        for (const [line, text] of (amounts[index] ?? []).entries())
          pen.line(text, left, y + line * lineHeight, style, { width: width - back, align: 'right' })
      })
  })
  sheet.y += height
  pen.rule(left, sheet.y, width)
}

/** "orders-db, workbench-1 and 3 more" */
function nameOf({ resources, resource_count: count, title }: StatementAction): string {
  if (resources.length === 0) return title
  return count > resources.length
    ? `${resources.join(', ')} and ${count - resources.length} more`
    : resources.join(', ')
}

function fromOf({ counts_from: from, is_modeled: isModeled }: StatementAction, day: (text: string) => string): string {
  const since = from === null ? '' : `Counts from ${day(from.slice(0, 10))}`
  return isModeled ? `${since}${since && ', '}lower bound of a model` : since
}

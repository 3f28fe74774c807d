/** The head of the first page: logo, number, parties, dates, and the amount due. */
import type { Party } from '@kept/domain/billing/invoice-document.ts'
import { isNegative, isZero } from '@kept/foundation/decimal.ts'
import { documentTitle } from './layout.ts'
import { inks, type TextStyle } from './pen.ts'
import { type Drawing, type Sheet, styles } from './sheet.ts'

const logoBox: [number, number] = [130, 34]
const titleStyle = { font: 'serif', size: 19, color: inks.ink } as const
const lineHeight = 11.5

export function drawHeader(sheet: Sheet, drawing: Drawing & { logo: Buffer | undefined }): void {
  const { document, logo } = drawing
  const { pen, left, width } = sheet
  if (logo) {
    pen.tagged('Figure', () => pen.page.image(logo, left, sheet.y - 22, { fit: logoBox, valign: 'center' }))
  } else {
    const name = pen.wrap(document.seller.name, width * 0.45, { ...titleStyle, size: 14 })[0] ?? ''
    pen.tagged('P', () => pen.line(name, left, sheet.y, { ...titleStyle, size: 14 }))
  }
  pen.tagged('H1', () => pen.line(documentTitle(document), left, sheet.y, titleStyle, { width, align: 'right' }))
  sheet.y += 30
  drawParties(sheet, drawing)
  drawReasons(sheet, drawing)
  drawDue(sheet, drawing)
}

function drawParties(sheet: Sheet, { document, formats }: Drawing): void {
  const { left, width, y } = sheet
  const column = width * 0.33
  const buyer = partyLines(document.buyer)
  if (document.purchase_order) buyer.push([`PO ${document.purchase_order}`, styles.soft])
  const ends = [
    drawColumn(sheet, left, column - 16, 'From', partyLines(document.seller)),
    drawColumn(sheet, left + column, column - 16, 'Billed to', buyer),
  ]
  const facts: [label: string, value: string][] = [
    ['Issued', document.issued_on ? formats.day(document.issued_on) : 'not issued yet'],
    ...(document.due_on ? [['Due', formats.day(document.due_on)] satisfies [string, string]] : []),
    ...(document.kind === 'invoice' ? [['Terms', `${document.terms_days} days net`] satisfies [string, string]] : []),
    ['For', formats.month(document.period)],
    ...(document.corrects ? [['Corrects', document.corrects.number] satisfies [string, string]] : []),
  ]
  const from = left + column * 2
  const room = width - column * 2
  for (const [index, [label, value]] of facts.entries()) {
    const baseline = y + index * lineHeight
    const style = label === 'Due' ? styles.strong : styles.text
    sheet.pen.tagged('P', () => {
      sheet.pen.line(label, from, baseline, styles.soft)
      sheet.pen.line(value, from, baseline, style, { width: room, align: 'right' })
    })
  }
  sheet.y = Math.max(...ends, y + facts.length * lineHeight) + 6
}

type StyledLine = [text: string, style: TextStyle]

function partyLines(party: Party): StyledLine[] {
  const city = [party.postal_code, party.city].filter(Boolean).join(' ')
  const american = [[party.city, party.region].filter(Boolean).join(', '), party.postal_code].filter(Boolean).join(' ')
  const lines = [party.street, party.street_2, party.country === 'US' ? american : city]
  if (party.country !== 'US') lines.push(party.region)
  return [
    [party.name, styles.strong],
    ...lines.filter(Boolean).map((line): StyledLine => [line, styles.text]),
    [regionName(party.country), styles.text],
    ...(party.tax_id ? [[`Tax ID ${party.tax_id}`, styles.soft] satisfies StyledLine] : []),
  ]
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' })

function regionName(country: string): string {
  return regions.of(country) ?? country
}

/** Returns where the column ends. */
function drawColumn(sheet: Sheet, x: number, width: number, label: string, lines: StyledLine[]): number {
  const { pen } = sheet
  let { y } = sheet
  pen.tagged('P', () => {
    pen.line(label, x, y, styles.label)
    for (const [text, style] of lines)
      for (const part of pen.wrap(text, width, style)) {
        y += lineHeight
        pen.line(part, x, y, style)
      }
  })
  return y + lineHeight
}

/** Why a credit note was written, and that a draft is none yet. */
function drawReasons(sheet: Sheet, { document }: Drawing): void {
  const { pen, left, width } = sheet
  const sentences = [
    document.number === null ? 'Draft: nothing is owed yet, and amounts can change until it is issued.' : '',
    document.corrects?.reason ?? '',
  ].filter(Boolean)
  for (const sentence of sentences) {
    const lines = pen.wrap(sentence, width - 20, styles.text)
    pen.box(left, sheet.y - 4, width, lines.length * lineHeight + 8, inks.wash)
    pen.tagged('P', () => pen.lines(lines, left + 10, sheet.y + 8, styles.text, lineHeight))
    sheet.y += lines.length * lineHeight + 14
  }
}

function drawDue(sheet: Sheet, { document, formats }: Drawing): void {
  const { pen, left, width } = sheet
  pen.rule(left, sheet.y, width, { color: inks.strong, thickness: 0.8 })
  const isCredit = document.kind === 'credit_note'
  const y = sheet.y + 14
  pen.tagged('P', () => {
    pen.line(isCredit ? 'Amount credited' : 'Amount due', left, y, styles.soft)
    pen.line(formats.money(document.totals.due), left, y + 21, { ...titleStyle, size: 20 })
  })
  const sentences = isCredit
    ? ['Added to your credit balance, or returned', 'the way you paid.']
    : dueSentences({ document, formats })
  pen.tagged('P', () => {
    for (const [index, sentence] of sentences.entries()) {
      const style = index ? styles.soft : styles.text
      pen.line(sentence, left, y + 9 + index * lineHeight, style, { width, align: 'right' })
    }
  })
  sheet.y = y + 34
}

function dueSentences({ document, formats }: Drawing): string[] {
  const { due } = document.totals
  if (isZero(due) || isNegative(due)) return ['Covered by your credit.', 'Nothing to pay.']
  if (document.number === null) return ['Not due before it is issued.']
  const until = document.due_on ? ` by ${formats.day(document.due_on)}` : ''
  return [`Please pay${until}.`, document.payment.reference ? `Reference ${document.payment.reference}` : '']
}

/** The page being drawn: margins, how far down it is filled, and how a new page begins. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import type { LocalizedFormats } from '@kept/foundation/format/localized.ts'
import type { Pen, TextStyle } from './pen.ts'
import { inks } from './pen.ts'

export interface Sheet {
  readonly pen: Pen
  readonly left: number
  readonly width: number
  /** Baseline or upper edge of what comes next. */
  y: number
  /** Space that remains on the page. */
  remaining(): number
  addPage(): void
}

export interface Drawing {
  readonly document: InvoiceDocument
  readonly formats: LocalizedFormats
}

const margin = 40
const top = 52
const bottom = 48

export const styles = {
  text: { font: 'plain', size: 8.5, color: inks.ink },
  soft: { font: 'plain', size: 8.5, color: inks.soft },
  small: { font: 'plain', size: 7.5, color: inks.soft },
  strong: { font: 'bold', size: 8.5, color: inks.ink },
  label: { font: 'plain', size: 7.5, color: inks.faint },
} as const satisfies Record<string, TextStyle>

export function openSheet(pen: Pen): Sheet {
  const { page } = pen
  const sheet: Sheet = {
    pen,
    left: margin,
    width: page.page.width - 2 * margin,
    y: top,
    remaining: () => page.page.height - bottom - sheet.y,
    addPage() {
      page.addPage()
      sheet.y = top
    },
  }
  return sheet
}

import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { shorten } from './pdf-table.ts'

it('never writes beyond a column, whatever the text', () => {
  const page = new PDFDocument({ size: 'A4', layout: 'landscape' })
  page.fontSize(8)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
      fc.integer({ min: 20, max: 240 }),
      (text, width) => {
        const shortened = shorten(page, text, width)
        expect(page.widthOfString(shortened)).toBeLessThanOrEqual(width)
        if (shortened.endsWith('…')) return
        expect(shortened).toBe(text.replaceAll(/\s+/g, ' '))
      },
    ),
  )
})

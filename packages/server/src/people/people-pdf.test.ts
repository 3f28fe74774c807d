import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { exportColumns } from './export-columns.ts'
import { shorten } from './people-pdf.ts'

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

it('has columns 40 units apart that fit the page', () => {
  const width = exportColumns.reduce((sum, { steps }) => sum + steps * 40, 0)
  expect(width).toBeLessThanOrEqual(842 - 2 * 41)
})

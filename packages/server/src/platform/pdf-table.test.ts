import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { shorten, wrap } from './pdf-table.ts'

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

it('wraps within a column without losing text, and shortens only what needs too many lines', () => {
  const page = new PDFDocument({ size: 'A4', layout: 'landscape' })
  page.fontSize(8)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 40, max: 240 }), (text, width) => {
      const lines = wrap(page, text, width)
      expect(lines.length).toBeLessThanOrEqual(8)
      for (const line of lines) expect(page.widthOfString(line)).toBeLessThanOrEqual(width)
      if (lines.at(-1)?.endsWith('…')) return
      const withoutSpaces = (part: string) => part.replaceAll(/[\p{C}\s]+/gu, '')
      expect(lines.map(withoutSpaces).join('')).toBe(withoutSpaces(text))
    }),
  )
  expect(wrap(page, 'Other people approve each merge of a change', 90)).toEqual([
    'Other people approve',
    'each merge of a change',
  ])
  expect(wrap(page, 'x '.repeat(500), 90)).toHaveLength(8)
})

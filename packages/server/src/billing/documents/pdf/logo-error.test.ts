import { sampleInvoice } from '@kept/engine/testing/sample-invoice.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jpeg, png, pngChunk } from '../../testing/pictures.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { findLogoError } from './logo-error.ts'

const document = sampleInvoice()
const statements = new Map([['statement-1', '{}\n']])
const draw = (logo: Buffer) => invoicePdf({ document, text: '{}', signature: '{}', statements, logo })

describe('findLogoError', () => {
  it('accepts PNG of each color type and JPEG', async () => {
    for (const picture of [0, 2, 3, 4, 6]
      .map((colorType) => png({ colorType }))
      .concat(jpeg(), jpeg({ channels: 1 }))) {
      expect(findLogoError(picture)).toBeNull()
      expect((await draw(picture)).length).toBeGreaterThan(1000)
    }
  })

  it('says what is wrong and what to do', () => {
    const complete = png()
    const cases: [Buffer, RegExp][] = [
      [Buffer.from('<svg/>'), /neither PNG nor JPEG/],
      [Buffer.concat([complete, Buffer.alloc(300_000)]), /at most 256 KB/],
      [complete.subarray(0, complete.length - 20), /cut off or changed/],
      [png({ bits: 16 }), /16 bits for each color\. Save it with 8/],
      [png({ interlace: 1 }), /without interlacing/],
      [png({ width: 2001 }), /2001 x 12 pixels\. Use at most 2000 x 2000/],
      [png({ width: 0 }), /no pixels/],
      [png({ more: [pngChunk('acTL', Buffer.alloc(8))] }), /animated/],
      [png({ more: [pngChunk('PLTE', Buffer.alloc(3))] }), /palette/],
      [png({ pixels: Buffer.alloc(10) }), /fewer or more pixels/],
      [png({ pixels: Buffer.alloc(161 * 12, 9) }), /row of its pixels/],
      [jpeg({ channels: 4 }), /CMYK/],
      [jpeg({ end: '' }), /end is missing/],
      [jpeg().subarray(0, 12), /JPEG file is cut off/],
    ]
    for (const [picture, message] of cases) expect(findLogoError(picture)).toMatch(message)
  })

  it('lets nothing through that cannot be drawn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(png(), png({ colorType: 3 }), png({ colorType: 2 }), jpeg()),
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        async (picture, edits) => {
          const altered = Buffer.from(picture)
          for (const [position, byte] of edits) altered[position % altered.length] = byte
          if (findLogoError(altered) === null) expect((await draw(altered)).length).toBeGreaterThan(1000)
          else await expect(draw(altered)).rejects.toMatchObject({ code: 'bad_input' })
        },
      ),
      { numRuns: 60 },
    )
  })
})

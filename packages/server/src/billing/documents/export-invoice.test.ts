/** Files of an invoice: what each format holds, and that the pages are those of the layout's version. */
import { createHash } from 'node:crypto'
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import { checkBusinessRules } from '@kept/engine/testing/einvoice/business-rules.ts'
import { readTerms } from '@kept/engine/testing/einvoice/read-terms.ts'
import { sampleCreditNote, sampleInvoice } from '@kept/engine/testing/sample-invoice.ts'
import { makeSigner } from '@kept/engine/testing/signing.ts'
import { describe, expect, it } from 'vitest'
import { attachmentNames } from './attachment-names.ts'
import { exportInvoice } from './export-invoice.ts'
import { layoutProducer } from './pdf/layout.ts'
import { openPdf } from './reading/pdf-file.ts'
import { readAttachments, readPageTexts } from './reading/pdf-parts.ts'

const signer = makeSigner()
const statements = new Map([['statement-1', '{"signed": true}\n']])
const exported = (format: string, document: InvoiceDocument) => exportInvoice(format, { document, statements, signer })

async function pagesOf(document: InvoiceDocument): Promise<string[]> {
  const { body } = await exported('pdf', document)
  return readPageTexts(openPdf(Buffer.from(body))).map((texts) => texts.join('|').replaceAll(/[\u00a0\u202f]/g, ' '))
}

describe('exportInvoice', () => {
  it('writes every format under the number', async () => {
    const document = sampleInvoice()
    const files = await Promise.all(
      ['pdf', 'facturx', 'ubl', 'cii', 'csv', 'json'].map((name) => exported(name, document)),
    )
    expect(files.map(({ name }) => name)).toEqual([
      ...['KPT-2026-0001.pdf', 'KPT-2026-0001.factur-x.pdf', 'KPT-2026-0001.ubl.xml', 'KPT-2026-0001.cii.xml'],
      ...['KPT-2026-0001.csv', 'KPT-2026-0001.json'],
    ])
    expect(JSON.parse(String(files[5]?.body))).toEqual(document)
  })

  it('rejects another format', async () => {
    for (const format of ['docx', 'toString', ''])
      await expect(exported(format, sampleInvoice())).rejects.toThrow('Unsupported export format')
  })

  it('attaches statements byte for byte, the document, its signature and the e-invoice', async () => {
    const document = sampleInvoice()
    const { body } = await exported('pdf', document)
    const attachments = readAttachments(openPdf(Buffer.from(body)))
    expect([...attachments.keys()].toSorted()).toEqual([
      attachmentNames.cii,
      attachmentNames.document,
      attachmentNames.signature,
      'kept-statement-statement-1.json',
    ])
    expect(attachments.get('kept-statement-statement-1.json')?.toString()).toBe(statements.get('statement-1'))
    expect(JSON.parse(String(attachments.get(attachmentNames.document)))).toEqual(document)
    const { failed, fired } = checkBusinessRules(readTerms(String(attachments.get(attachmentNames.cii))))
    expect(failed).toEqual([])
    expect(fired).toBeGreaterThan(50)
  })

  it('writes a PDF without e-invoice where the standard cannot hold it, and says why for Factur-X', async () => {
    const draft = sampleInvoice({ number: null, issued_on: null, due_on: null })
    const { body, name } = await exported('pdf', draft)
    expect(name).toBe('draft-2026-10.pdf')
    expect(readAttachments(openPdf(Buffer.from(body))).has(attachmentNames.cii)).toBe(false)
    await expect(exported('facturx', draft)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is the same file for the same document', async () => {
    const [first, second] = [await exported('pdf', sampleInvoice()), await exported('pdf', sampleInvoice())]
    expect(Buffer.compare(Buffer.from(first.body), Buffer.from(second.body))).toBe(0)
  })
})

describe('the pages', () => {
  it('follow currency and locale', async () => {
    const [german] = await pagesOf(sampleInvoice({ locale: 'de-DE', lines: [{ fee: '12345.60' }] }))
    expect(german).toContain('14.691,26 €')
    expect(german).toContain('14. Nov. 2026')
    const [american] = await pagesOf(sampleInvoice({ currency: 'USD', lines: [{ fee: '12345.60' }] }))
    expect(american).toContain('$14,691.26')
    expect(american).toContain('Nov 14, 2026')
  })

  it('say what a draft and a credit note are', async () => {
    const [draft] = await pagesOf(sampleInvoice({ number: null, issued_on: null, due_on: null }))
    expect(draft).toContain('Draft invoice')
    expect(draft).toContain('not issued yet')
    const [credit] = await pagesOf(sampleCreditNote())
    expect(credit).toContain('Credit note KPT-CN-2026-0001')
    expect(credit).toContain('Corrects|KPT-2026-0001')
    expect(credit).not.toContain('How to pay')
  })

  it('repeat the head of the table and number themselves', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => ({ fee: `${index + 1}.00` }))
    const pages = await pagesOf(sampleInvoice({ lines }))
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(pages.slice(0, 2).every((text) => text.includes('Verified savings by kind'))).toBe(true)
    expect(pages.join('|')).toContain('|40|')
  })

  it('draw names in other scripts with another font', async () => {
    const { buyer } = sampleInvoice()
    const [page] = await pagesOf(sampleInvoice({ buyer: { ...buyer, name: 'Łódź Ελληνικά Москва ❤' } }))
    expect(page?.replaceAll('|', '')).toContain('Łódź Ελληνικά Москва ❤')
  })

  it('are those of this version of the layout', async () => {
    const long = 'A name that is much too long for its column and therefore continues on several lines'
    const lines = Array.from({ length: 25 }, (_, index) => ({
      fee: `${index + 1}.00`,
      description: `${long} ${index}`,
    }))
    const { body } = await exported('pdf', sampleInvoice({ lines, credit: '10.00' }))
    const drawings = streamsOf(Buffer.from(body)).filter((stream) => stream.includes(' Tf'))
    expect(drawings).toHaveLength(3)
    const hash = createHash('sha256').update(drawings.join('\n')).digest('hex')
    // A new hash means that the pages changed: raise the version in `pdf/layout.ts` with it.
    expect({ layoutProducer, hash }).toEqual({
      layoutProducer: 'Kept invoice layout 1',
      hash: '25a94e41455d63cecc19c15279feb6dcc7591892bac74cf7404c1f73926e1c6a',
    })
  })
})

/** The decompressed streams of a PDF, in the order of their objects. */
function streamsOf(pdf: Buffer): string[] {
  const file = openPdf(pdf)
  const count = Number(file.trailer.get('Size'))
  return Array.from({ length: count - 1 }, (_, index) => file.object(index + 1).stream?.toString('latin1') ?? '')
}

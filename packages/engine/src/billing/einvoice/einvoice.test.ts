/** E-invoices against the business rules of EN 16931, read back by separate code. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBusinessRules } from '../../testing/einvoice/business-rules.ts'
import { readTerms } from '../../testing/einvoice/read-terms.ts'
import { buyerOfFrance, sampleCreditNote, sampleInvoice } from '../../testing/sample-invoice.ts'
import { writeCii } from './cii.ts'
import { writeUbl } from './ubl.ts'

const writers = [
  ['UBL', writeUbl],
  ['CII', writeCii],
] as const

const documents: Record<string, InvoiceDocument> = {
  invoice: sampleInvoice({ lines: [{ fee: '100.05' }, { fee: '-12.34', group: 'true_up' }, { fee: '0.10' }] }),
  'partly paid by credit': sampleInvoice({ credit: '100.00' }),
  'credit note': sampleCreditNote(),
  'partial credit note': sampleCreditNote({ lines: [{ fee: '1.01' }, { fee: '7.77' }] }),
  'reverse charge': sampleInvoice({ category: 'AE', buyer: buyerOfFrance }),
  'credit note under reverse charge': sampleCreditNote({ category: 'AE', buyer: buyerOfFrance }),
  'zero rate': sampleInvoice({ category: 'Z' }),
  'outside the scope of tax': sampleInvoice({
    category: 'O',
    currency: 'USD',
    payment: { reference: 'KPT-1', bank_lines: ['routing 000000000'] },
  }),
  yen: sampleInvoice({ currency: 'JPY', lines: [{ fee: '7179' }] }),
}

describe.each(writers)('%s', (_, write) => {
  it.each(Object.entries(documents))('fulfills the business rules: %s', (_name, document) => {
    const { failed, fired } = checkBusinessRules(readTerms(write(document)))
    expect(failed).toEqual([])
    expect(fired).toBeGreaterThan(50)
  })

  it('fails the rules about totals when a total is changed', () => {
    const document = sampleInvoice()
    const failures = (totals: Partial<InvoiceDocument['totals']>) =>
      checkBusinessRules(readTerms(write({ ...document, totals: { ...document.totals, ...totals } }))).failed.map(
        ({ rule }) => rule,
      )
    expect(failures({ gross: '367.29' })).toEqual(['BR-CO-15', 'BR-CO-16'])
    expect(failures({ due: '367.29' })).toEqual(['BR-CO-16'])
    expect(failures({ tax: '58.63' })).toEqual(['BR-CO-14', 'BR-CO-15'])
    expect(failures({ net: '308.65' })).toContain('BR-CO-10')
  })

  it('holds every number, name and date of the document', () => {
    const terms = readTerms(write(documents.invoice!))
    expect(terms).toMatchObject({
      ...{ number: 'KPT-2026-0001', issuedOn: '2026-11-14', dueOn: '2026-12-14', currency: 'EUR' },
      ...{ start: '2026-10-01', end: '2026-10-31', account: 'DE75512108001245126199', paymentCode: '58' },
      ...{ net: '87.81', taxTotal: '16.68', gross: '104.49', due: '104.49', documents: ['statement-1'] },
      seller: { name: 'Kept GmbH', vatId: 'DE202526944', country: 'DE' },
      buyer: { name: 'Größe & Maß AG', vatId: 'DE136695976', address: 'ap@acme.example' },
    })
    expect(terms.lines[1]).toMatchObject({ quantity: '-1', price: '12.34', amount: '-12.34' })
    expect(readTerms(write(documents['credit note']!)).corrects).toEqual(['KPT-2026-0001'])
  })

  it('fulfills the rules for any lines', () => {
    const cents = fc.integer({ min: -99_999, max: 9_999_999 }).filter((value) => value !== 0)
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('S', 'Z', 'AE', 'O'),
        fc.constantFrom('7', '19', '8.875', '25.5'),
        (list, category, rate) => {
          const lines = list.map((value) => ({ fee: (value / 100).toFixed(2) }))
          const percent = category === 'S' ? rate : '0'
          const document = sampleInvoice({ lines, category: category as 'S', percent })
          expect(checkBusinessRules(readTerms(write(document))).failed).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each(['12-3456789', 'EIN 12-3456789', 'EU372000001', '37/123/45678', 'ABN 51 824 753 556', 'de202526944', 'EL 1'])(
    'fulfills the rules with any tax ID: %s',
    (taxId) => {
      const { seller } = sampleInvoice()
      for (const category of ['S', 'AE', 'O'] as const) {
        const document = sampleInvoice({
          ...{ category, percent: category === 'S' ? '19' : '0' },
          ...{ seller: { ...seller, tax_id: taxId }, buyer: { ...buyerOfFrance, tax_id: taxId } },
        })
        const terms = readTerms(write(document))
        expect(checkBusinessRules(terms).failed).toEqual([])
        // BT-32 is the seller's.
        expect(terms.buyer.taxRegistration).toBeUndefined()
      }
      const ofKosovo = { ...sampleInvoice(), buyer: { ...buyerOfFrance, country: 'XK' } }
      expect(checkBusinessRules(readTerms(write(ofKosovo))).failed).toEqual([])
    },
  )

  it('names what an e-invoice cannot be written for', () => {
    const messageOf = (document: InvoiceDocument) => {
      try {
        write(document)
      } catch (error) {
        return (error as Error).message
      }
      return ''
    }
    expect(messageOf(sampleInvoice({ number: null, issued_on: null }))).toContain('A draft has no e-invoice')
    expect(messageOf(sampleInvoice({ currency: 'KWD', lines: [{ fee: '1.234' }] }))).toContain('two decimals at most')
    const { seller } = sampleInvoice()
    expect(messageOf(sampleInvoice({ seller: { ...seller, tax_id: '' } }))).toContain("seller's tax ID")
    expect(messageOf(sampleInvoice({ category: 'AE', buyer: { ...buyerOfFrance, tax_id: '' } }))).toContain(
      "names the buyer's tax ID",
    )
  })

  it('has a note that nothing takes for a subject code', () => {
    const document = sampleInvoice()
    const noted = { ...document, tax: document.tax.map((tax) => ({ ...tax, note: 'See #abc#def# and #1#.' })) }
    expect(write(noted)).not.toMatch(/<cbc:Note>[^<]*#[^#<]{3}#/)
  })

  it('escapes text and leaves out what XML cannot hold', () => {
    const { buyer } = sampleInvoice()
    const name = 'A <b>&"quoted"</b>\u0007 ]]> Ω😀'
    // Billing details refuse control characters; a document of another origin may still have one.
    const document = sampleInvoice()
    const read = readTerms(write({ ...document, buyer: { ...buyer, name } }))
    expect(read.buyer.name).toBe('A <b>&"quoted"</b> ]]> Ω😀')
  })
})

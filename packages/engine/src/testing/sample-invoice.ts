/** An invoice document for tests: totals and tax follow from the lines. */
import { type InvoiceDocument, type InvoiceLine, invoiceDocumentSchema } from '@kept/domain/billing/invoice-document.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { add, divide, multiply, subtract, sum, toPlaces } from '@kept/foundation/decimal.ts'

type TaxCategory = InvoiceLine['tax_category']

interface SampleLine extends Partial<InvoiceLine> {
  fee: string
}

interface Sample extends Partial<Omit<InvoiceDocument, 'lines'>> {
  lines?: SampleLine[]
  category?: TaxCategory
  percent?: string
  credit?: string
}

const sellerOfGermany = {
  name: 'Kept GmbH',
  street: 'Hauptstraße 40',
  street_2: '',
  city: 'Köln',
  postal_code: '50667',
  region: '',
  country: 'DE',
  tax_id: 'DE202526944',
  email: 'billing@kept.example',
}
export const buyerOfFrance = {
  ...sellerOfGermany,
  name: 'Acme SAS',
  street: '1 rue de la Paix',
  city: 'Paris',
  postal_code: '75002',
  country: 'FR',
  tax_id: 'FR40303265045',
  email: 'ap@acme.example',
}
const buyerOfGermany = { ...buyerOfFrance, name: 'Größe & Maß AG', country: 'DE', tax_id: 'DE136695976' }

const taxNotes: Record<TaxCategory, string> = {
  S: '',
  Z: 'Zero rate.',
  AE: 'Reverse charge: the buyer owes the tax.',
  O: 'Outside the scope of tax.',
}

export function sampleInvoice(sample: Sample = {}): InvoiceDocument {
  const {
    lines = [{ fee: '308.64' }],
    category = 'S',
    percent = category === 'S' ? '19' : '0',
    credit = '0',
    ...more
  } = sample
  const currency = more.currency ?? 'EUR'
  const places = minorDigits(currency) ?? 2
  const net = toPlaces(sum(lines.map(({ fee }) => fee)), places)
  const tax = toPlaces(divide(multiply(net, percent), '100', places), places)
  const gross = toPlaces(add(net, tax), places)
  return invoiceDocumentSchema.parse({
    format: 'kept.invoice',
    version: 1,
    kind: 'invoice',
    id: '0199a8a0-0000-7000-8000-000000000001',
    number: 'KPT-2026-0001',
    organization_id: '0199a8a0-0000-7000-8000-000000000002',
    issued_on: '2026-11-14',
    due_on: '2026-12-14',
    terms_days: 30,
    period: '2026-10',
    locale: 'en-US',
    seller: sellerOfGermany,
    buyer: buyerOfGermany,
    purchase_order: 'NW-4471',
    tax: [{ category, percent, base: net, tax, note: taxNotes[category] }],
    totals: {
      ...{ net, tax, gross },
      credit_applied: toPlaces(credit, places),
      due: toPlaces(subtract(gross, credit), places),
    },
    statements: [
      {
        id: 'statement-1',
        period: '2026-10',
        kind: 'final',
        sha256: 'a'.repeat(64),
        ledger_head: 'b'.repeat(64),
        fee: net,
      },
    ],
    rules: [{ id: 'standard', version: 1, text: '25% of verified savings.' }],
    corrects: null,
    payment: { reference: 'KPT-2026-0001', bank_lines: ['IBAN DE75 5121 0800 1245 1261 99'] },
    notes: ['Kept GmbH, Amtsgericht Köln, HRB 12345.'],
    ...more,
    currency,
    lines: lines.map((line, index) => ({
      id: `line-${index + 1}`,
      position: index + 1,
      group: 'rightsize',
      description: 'Resized and upgraded',
      statement_id: 'statement-1',
      period: '2026-10',
      saved: multiply(line.fee, '4'),
      fee_exact: line.fee,
      tax_category: category,
      tax_percent: percent,
      actions: [
        {
          action_id: `action-${index + 1}`,
          title: 'Resize to m7g.large',
          resource: `orders-db-${index + 1}`,
          saved: multiply(line.fee, '4'),
          fee: line.fee,
        },
      ],
      ...line,
    })),
  })
}

/** A credit note over the first line of a sample invoice. */
export function sampleCreditNote(sample: Sample = {}): InvoiceDocument {
  return sampleInvoice({
    kind: 'credit_note',
    number: 'KPT-CN-2026-0001',
    due_on: null,
    corrects: {
      invoice_id: '0199a8a0-0000-7000-8000-000000000003',
      number: 'KPT-2026-0001',
      line_ids: ['line-1'],
      reason: 'The saving of orders-db-1 was disputed and the dispute accepted.',
    },
    ...sample,
  })
}

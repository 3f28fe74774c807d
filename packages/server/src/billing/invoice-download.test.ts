/** Issued documents over HTTP in every format, held against the statements that they carry. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInvoiceError } from '@kept/engine/billing/check-invoice.ts'
import { checkBusinessRules } from '@kept/engine/testing/einvoice/business-rules.ts'
import { readTerms } from '@kept/engine/testing/einvoice/read-terms.ts'
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { readInvoice } from './documents/reading/read-invoice.ts'
import { plantSigned } from './testing/plant-signed.ts'

let kept: TestKept
let folder: string
let clock = new Date('2026-10-06T08:00:00Z')
const unit = 1_000_000_000n
const party = {
  street: '1 Main',
  street_2: '',
  city: 'Town',
  postal_code: '10000',
  region: '',
  email: 'a@kept.example',
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-download-'))
  kept = await openKept({}, { now: () => clock })
  const { settings } = (await kept.client.billingAdmin.settings({})).data
  await kept.client.billingAdmin.changeSettings({
    ...settings,
    seller: { ...party, name: 'Kept GmbH', country: 'DE', tax_id: 'DE202526944' },
    tax: [{ country: 'DE', region: null, has_tax_id: null, category: 'S', percent: '19', note: '' }],
    bank_lines: ['IBAN DE75 5121 0800 1245 1261 99'],
  })
  await kept.client.billing.changeAccount({
    organization: 'own',
    buyer: { ...party, name: 'Größe AG', country: 'DE', tax_id: 'DE136695976' },
    ...{ recipients: [], locale: 'de-DE', purchase_order: '', preferred_rail: 'transfer' },
  })
  const book = openStatementBook(kept.world.scope.organizationId, 'USD')
  const plant = async (period: string, saved: Record<string, bigint>) => {
    const actions = Object.entries(saved).map(([id, amount]) => [id, { kind: 'terminate' as const, saved: amount }])
    const statement = book.close(period, Object.fromEntries(actions))
    if (!statement) throw new Error('no statement')
    await plantSigned(kept.world.database, kept.world.scope, statement)
    await kept.server.features.billing.draft(kept.world.scope)
  }
  await plant('2026-09', { a: 100n * unit, b: 37n * unit + 280_000_000n })
  clock = new Date('2026-10-13T08:00:00Z')
  await kept.server.features.billing.issueDue(kept.world.scope)
  // Issued at once as a credit note.
  await plant('2026-09', { a: 60n * unit, b: 37n * unit + 280_000_000n })
  await plant('2026-10', { a: 10n * unit })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await kept.close()
})

const idOf = async (query: { kind?: 'invoice' | 'credit_note'; state?: 'draft' | 'issued' }): Promise<string> =>
  (await kept.client.billing.invoices({ organization: 'own', ...query })).data[0]?.id ?? ''
const download = (id: string, format = '', who: 'own' | 'other' = 'own') =>
  fetch(`${kept.url}/v1/billing/${who}/invoices/${id}/download${format}`, { headers: kept.headers(who) })

describe('GET /v1/billing/{organization}/invoices/{id}/download', () => {
  it.each([
    { kind: 'invoice', state: 'issued' } as const,
    { kind: 'credit_note' } as const,
    { state: 'draft' } as const,
  ])('gives a PDF that follows from the statements it carries: %j', async (query) => {
    const response = await download(await idOf(query))
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const path = join(folder, 'invoice.pdf')
    writeFileSync(path, Buffer.from(await response.arrayBuffer()))
    const { document, statements } = await readInvoice(path)
    const signed = new Map(
      [...statements].map(([id, { text, statement }]) => [id, { statement, sha256: sha256(text) }]),
    )
    expect(signed.size).toBeGreaterThan(0)
    expect(findInvoiceError(document, signed)).toBeNull()
  })

  it('gives e-invoices that fulfill the business rules', async () => {
    for (const kind of ['invoice', 'credit_note'] as const) {
      const id = await idOf({ kind, state: 'issued' })
      for (const format of ['ubl', 'cii']) {
        const response = await download(id, `?format=${format}`)
        expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
        const terms = readTerms(await response.text())
        expect(checkBusinessRules(terms).failed).toEqual([])
        expect(terms.typeCode).toBe(kind === 'invoice' ? '380' : '381')
      }
    }
  })

  it('names the file by number and format', async () => {
    const id = await idOf({ kind: 'invoice', state: 'issued' })
    for (const [format, name] of [
      ['', 'KPT-2026-0001.pdf'],
      ['?format=facturx', 'KPT-2026-0001.factur-x.pdf'],
      ['?format=csv', 'KPT-2026-0001.csv'],
      ['?format=json', 'KPT-2026-0001.json'],
    ] as const) {
      const response = await download(id, format)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    }
  })

  it('refuses other formats, e-invoices of drafts, and invoices of other organizations', async () => {
    const [issued, draft] = [await idOf({ kind: 'invoice', state: 'issued' }), await idOf({ state: 'draft' })]
    const answers = [
      [await download(issued, '?format=docx'), 400, 'Unsupported export format'],
      [await download(draft, '?format=ubl'), 409, 'A draft has no e-invoice. Issue the invoice first.'],
      [await download(issued, '', 'other'), 404, 'Invoice not found.'],
      [await download('not-an-id'), 404, 'Invoice not found.'],
    ] as const
    for (const [response, status, message] of answers) {
      expect(response.status).toBe(status)
      expect(await response.text()).toContain(message)
    }
  })
})

/** A document of the database: an issued one as it was frozen, a draft as it would be issued now. */
import type { InvoiceDocument, InvoiceStatement, Party } from '@kept/domain/billing/invoice-document.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { buildDocument, type DocumentInput } from '@kept/engine/billing/build-document.ts'
import { amountText, toMinor } from '@kept/engine/billing/minor.ts'
import { ruleText } from '@kept/engine/billing/rule-text.ts'
import type { Totals } from '@kept/engine/billing/totals.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { listOpenCredits } from '@kept/store/billing/credits.ts'
import { type InvoiceRow, readInvoice } from '@kept/store/billing/invoices.ts'
import { readLines } from '@kept/store/billing/lines.ts'
import { readAccount, readSettings } from '@kept/store/billing/settings.ts'
import { readSigned } from '@kept/store/billing/statements.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { parseSigned } from './parse-signed.ts'

/** No employer has this number. */
const demoTaxId = '00-0000000'

interface BuiltDocument {
  document: InvoiceDocument
  totals: Totals
  /** The organization has given no billing details. */
  detailsMissing: boolean
}

export async function requireInvoice(tx: ScopedTransaction, id: string): Promise<InvoiceRow> {
  const row = await readInvoice(tx, id)
  if (!row) throw new KeptError('not_found', 'Invoice not found.')
  return row
}

/** What a credit note corrects of its invoice, and why. */
export type Correction = Pick<NonNullable<InvoiceDocument['corrects']>, 'line_ids' | 'reason'>

interface Issuing {
  /** Number and dates; null: a draft. */
  issued: DocumentInput['issued']
  correction?: Correction | undefined
}

export async function buildDraft(
  tx: ScopedTransaction,
  invoice: InvoiceRow,
  { issued, correction }: Issuing = { issued: null },
): Promise<BuiltDocument> {
  const [{ settings }, account, lines, credits] = [
    await readSettings(tx),
    await readAccount(tx),
    await readLines(tx, invoice.id),
    await listOpenCredits(tx, invoice.currency),
  ]
  const signed = await readSigned(tx, [...new Set(lines.map(({ statementId }) => statementId))])
  const parsed = signed.map((row) => ({ row, statement: parseSigned(row) }))
  const corrected = invoice.correctsInvoiceId === null ? undefined : await readInvoice(tx, invoice.correctsInvoiceId)
  const original = corrected?.document ?? null
  const taxed = original?.tax[0]
  const { document, totals } = buildDocument({
    ...{ id: invoice.id, organizationId: invoice.organizationId, period: invoice.period, currency: invoice.currency },
    lines,
    statements: parsed.map(
      ({ row, statement }): InvoiceStatement => ({
        ...{ id: row.id, period: row.period, kind: row.kind, sha256: sha256(row.body) },
        ...{ ledger_head: statement.head.hash, fee: feeText(statement.commission.fee, row.currency) },
      }),
    ),
    rules: rulesOf(parsed.map(({ statement }) => statement.commission_rule)),
    account: account ?? (await placeholderAccount(tx, settings.seller.country)),
    termsDays: account?.terms_days ?? settings.terms_days,
    settings: { ...settings, seller: original?.seller ?? (await sellerFor(tx, settings.seller)) },
    tax: taxed && { category: taxed.category, percent: taxed.percent, note: taxed.note },
    credit: credits.reduce((sum, { remaining }) => sum + remaining, 0n),
    corrects: corrected?.number
      ? { invoice_id: corrected.id, number: corrected.number, ...(correction ?? laterBills(invoice)) }
      : null,
    issued,
  })
  return { document, totals, detailsMissing: account === null && original === null }
}

function laterBills({ period }: InvoiceRow): Correction {
  return { line_ids: [], reason: `Later bills took back savings of ${period}.` }
}

/** A seller without a tax ID has no e-invoices, which a visitor of the demo should see: its documents are never sent. */
async function sellerFor(tx: ScopedTransaction, seller: Party): Promise<Party> {
  if (seller.tax_id !== '') return seller
  const { demo } = await readOrganization(tx)
  return demo ? { ...seller, tax_id: demoTaxId } : seller
}

function feeText(fee: string, currency: string): string {
  return amountText(toMinor(fee, currency), currency)
}

function rulesOf(rules: readonly Parameters<typeof ruleText>[0][]): InvoiceDocument['rules'] {
  const byName = new Map(rules.map((rule) => [`${rule.id} ${rule.version}`, rule]))
  return [...byName.values()].map((rule) => ({ id: rule.id, version: rule.version, text: ruleText(rule) }))
}

/** What a draft shows until billing details are given. */
async function placeholderAccount(tx: ScopedTransaction, country: string): Promise<DocumentInput['account']> {
  const { name } = await readOrganization(tx)
  return {
    buyer: {
      ...{ name, street: '', street_2: '', city: '', postal_code: '', region: '' },
      ...{ country, tax_id: '', email: '' },
    },
    locale: 'en-US',
    purchase_order: '',
  }
}

function readOrganization(tx: ScopedTransaction): Promise<{ name: string; demo: boolean }> {
  return tx.selectFrom('organization').select(['name', 'demo']).where('id', '=', tx.scopedTo).executeTakeFirstOrThrow()
}

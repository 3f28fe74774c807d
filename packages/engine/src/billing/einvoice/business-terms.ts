/**
 * The business terms (BT) of EN 16931 that an invoice or credit note has, before they are written as UBL or CII.
 * Throws `conflict` where the standard can't hold the document, with what to change.
 */
import type { InvoiceDocument, InvoiceLine, Party } from '@kept/domain/billing/invoice-document.ts'
import { countryCodes } from '@kept/domain/country-codes.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { isNegative } from '@kept/foundation/decimal.ts'
import { type PaymentMeans, paymentMeansOf } from './payment-means.ts'

type TaxCategory = InvoiceLine['tax_category']

/** BG-4 or BG-7. A VAT number is the only identifier of a party that has one. */
export interface PartyTerms {
  readonly party: Party
  /** BT-31, BT-48: begins with the country it was issued in. */
  readonly vatId: string
  /** BT-32: a registration for tax that is no VAT number. Sellers only. */
  readonly taxRegistration: string
  /** BT-30, BT-47. */
  readonly legalId: string
}

export interface LineTerms {
  readonly id: string
  readonly name: string
  readonly description: string
  /** "1", or "-1" for a line that gives back: BR-27 forbids negative prices. */
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly start: string
  readonly end: string
  readonly category: TaxCategory
  readonly percent: string
}

interface TaxTerms {
  readonly category: TaxCategory
  readonly percent: string
  readonly base: string
  readonly tax: string
  /** BT-120 and BT-121; empty where the category must have none. */
  readonly exemptionReason: string
  readonly exemptionCode: string
}

export interface BusinessTerms {
  readonly number: string
  readonly issuedOn: string
  readonly dueOn: string
  /** UNTDID 1001. */
  readonly typeCode: '380' | '381'
  readonly currency: string
  readonly buyerReference: string
  readonly purchaseOrder: string
  readonly note: string
  readonly start: string
  readonly end: string
  readonly correctedNumber: string
  readonly statements: readonly { id: string; description: string }[]
  readonly seller: PartyTerms
  readonly buyer: PartyTerms
  readonly payment: PaymentMeans
  readonly paymentTerms: string
  readonly tax: readonly TaxTerms[]
  readonly totals: InvoiceDocument['totals']
  readonly lines: readonly LineTerms[]
}

/** BT-24: the core of the standard, without the rules of a country or a network. */
export const specification = 'urn:cen.eu:en16931:2017'

/** EN 16931 allows two decimals for amounts. */
const maxDigits = 2

export function businessTermsOf(document: InvoiceDocument): BusinessTerms {
  const { number, issued_on: issuedOn, corrects, lines } = document
  const error = businessTermsError(document)
  if (error !== null || number === null || issuedOn === null) throw new KeptError('conflict', error ?? draftError)
  const isOutsideScope = lines.some(({ tax_category }) => tax_category === 'O')
  const months = lines.map(({ period }) => period).toSorted()
  const [firstMonth = document.period, lastMonth = document.period] = [months[0], months.at(-1)]
  return {
    number,
    issuedOn,
    dueOn: document.due_on ?? '',
    typeCode: document.kind === 'credit_note' ? '381' : '380',
    currency: document.currency,
    buyerReference: document.purchase_order || document.organization_id,
    purchaseOrder: document.purchase_order,
    note: noteOf(document),
    start: `${firstMonth}-01`,
    end: lastDayOfMonth(lastMonth),
    correctedNumber: corrects?.number ?? '',
    statements: document.statements.map(({ id, period, sha256 }) => ({
      id,
      description: `Signed savings statement of ${period}, SHA-256 ${sha256}`,
    })),
    seller: partyTerms(document.seller, 'seller', isOutsideScope),
    buyer: partyTerms(document.buyer, 'buyer', isOutsideScope),
    payment: paymentMeansOf(document),
    paymentTerms: document.kind === 'credit_note' ? 'Returned or set off' : `${document.terms_days} days net`,
    tax: document.tax.map(taxTerms),
    totals: document.totals,
    lines: lines.map(lineTerms),
  }
}

const draftError = 'A draft has no e-invoice. Issue the invoice first.'

/** Why EN 16931 can't hold the document, with what to change; null where it can. */
export function businessTermsError(document: InvoiceDocument): string | null {
  const { number, currency, seller, buyer, lines, tax } = document
  if (number === null) return draftError
  const digits = minorDigits(currency)
  if (digits === undefined || digits > maxDigits)
    return `EN 16931 allows two decimals at most, so an invoice in ${currency} has no e-invoice. Use the PDF.`
  if (lines.length === 0 || tax.length === 0) return 'An invoice without lines or tax breakdown has no e-invoice.'
  if (seller.tax_id === '') return "An e-invoice names the seller's tax ID. Set it in the billing settings."
  const categories = new Set(lines.map(({ tax_category }) => tax_category))
  if (categories.has('AE') && buyer.tax_id === '')
    return "Reverse charge names the buyer's tax ID. Set it in the billing details of the organization."
  return categories.has('O') && categories.size > 1
    ? 'An e-invoice whose lines are partly outside the scope of tax cannot be written. Use the PDF.'
    : null
}

/** Prefixes of VAT numbers that are no country codes: Greece and Northern Ireland. */
const vatPrefixes = new Set(['EL', 'XI'])
/** The code list of EN 16931 has Kosovo under this code. */
const kosovo = '1A'

/**
 * BR-CO-09: a VAT number begins with a country. Another number is also the party's legal ID, because BR-CO-26 and
 * BR-AE-02 take no tax registration, and a buyer has none. BR-O-02 to BR-O-04 forbid VAT numbers where the service is
 * outside the scope of tax.
 */
function partyTerms(from: Party, role: 'seller' | 'buyer', isOutsideScope: boolean): PartyTerms {
  const party = from.country === 'XK' ? { ...from, country: kosovo } : from
  const { tax_id: taxId } = party
  if (isOutsideScope) return { party, vatId: '', taxRegistration: '', legalId: taxId }
  const compact = taxId.replaceAll(/[\s.]/g, '').toUpperCase()
  const prefix = compact.slice(0, 2)
  const isVatNumber = /^[A-Z]{2}[0-9A-Z+*-]{2,}$/.test(compact) && (countryCodes.has(prefix) || vatPrefixes.has(prefix))
  return isVatNumber
    ? { party, vatId: compact, taxRegistration: '', legalId: '' }
    : { party, vatId: '', taxRegistration: role === 'seller' ? taxId : '', legalId: taxId }
}

const exemptionCodes: Partial<Record<TaxCategory, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

/** A reason is required for AE and O and forbidden for S and Z, whose note is part of the invoice's note. */
function taxTerms({ category, percent, base, tax, note }: InvoiceDocument['tax'][number]): TaxTerms {
  const exemptionCode = exemptionCodes[category] ?? ''
  return { category, percent, base, tax, exemptionCode, exemptionReason: exemptionCode ? note : '' }
}

function lineTerms(line: InvoiceLine): LineTerms {
  const count = line.actions.length
  return {
    id: String(line.position),
    name: line.description,
    description: `${count} ${count === 1 ? 'action' : 'actions'}, verified savings ${line.saved}, statement ${line.statement_id}`,
    quantity: isNegative(line.fee) ? '-1' : '1',
    price: isNegative(line.fee) ? line.fee.replace('-', '') : line.fee,
    amount: line.fee,
    start: `${line.period}-01`,
    end: lastDayOfMonth(line.period),
    category: line.tax_category,
    percent: line.tax_percent,
  }
}

function lastDayOfMonth(month: string): string {
  return addDays(startOfMonth(month, 1), -1)
}

function noteOf({ rules, notes, tax, corrects }: InvoiceDocument): string {
  const taxNotes = tax.filter(({ category }) => !exemptionCodes[category]).map(({ note }) => note)
  return [corrects?.reason ?? '', ...rules.map(({ text }) => text), ...taxNotes, ...notes].filter(Boolean).join('\n')
}

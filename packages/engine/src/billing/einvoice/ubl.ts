/** An invoice or credit note as UBL 2.1. The order of elements is that of its schema. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import {
  type BusinessTerms,
  businessTermsOf,
  type LineTerms,
  type PartyTerms,
  specification,
} from './business-terms.ts'
import { parentElement, textElement, type Xml, xmlDocument } from './xml.ts'

const cac = (name: string, ...children: Xml[]) => parentElement(`cac:${name}`, children)
const cbc = (name: string, text: string, attributes: Record<string, string> = {}) =>
  textElement(`cbc:${name}`, text, attributes)

const vat = cac('TaxScheme', cbc('ID', 'VAT'))

export function writeUbl(document: InvoiceDocument): string {
  const terms = businessTermsOf(document)
  const kind = terms.typeCode === '381' ? 'CreditNote' : 'Invoice'
  const namespace = 'urn:oasis:names:specification:ubl:schema:xsd'
  return xmlDocument(
    parentElement(kind, [...headerOf(terms, kind), ...partiesAndPayment(terms), ...amountsOf(terms, kind)], {
      xmlns: `${namespace}:${kind}-2`,
      'xmlns:cac': `${namespace}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${namespace}:CommonBasicComponents-2`,
    }),
  )
}

function headerOf(terms: BusinessTerms, kind: 'Invoice' | 'CreditNote'): Xml[] {
  return [
    cbc('CustomizationID', specification),
    cbc('ID', terms.number),
    cbc('IssueDate', terms.issuedOn),
    // A credit note of UBL has no due date.
    kind === 'Invoice' ? cbc('DueDate', terms.dueOn) : '',
    cbc(`${kind}TypeCode`, terms.typeCode),
    cbc('Note', withoutSubjectCode(terms.note)),
    cbc('DocumentCurrencyCode', terms.currency),
    cbc('BuyerReference', terms.buyerReference),
    cac('InvoicePeriod', cbc('StartDate', terms.start), cbc('EndDate', terms.end)),
    cac('OrderReference', cbc('ID', terms.purchaseOrder)),
    cac('BillingReference', cac('InvoiceDocumentReference', cbc('ID', terms.correctedNumber))),
    ...terms.statements.map(({ id, description }) =>
      cac('AdditionalDocumentReference', cbc('ID', id), cbc('DocumentDescription', description)),
    ),
  ]
}

/** BR-CL-08: three characters between number signs would be the code of the note's subject. */
function withoutSubjectCode(note: string): string {
  return note.replaceAll(/#(?=[^#]{3}#)/gu, '# ')
}

function partiesAndPayment({ seller, buyer, payment, paymentTerms }: BusinessTerms): Xml[] {
  return [
    cac('AccountingSupplierParty', partyOf(seller)),
    cac('AccountingCustomerParty', partyOf(buyer)),
    cac(
      'PaymentMeans',
      cbc('PaymentMeansCode', payment.code),
      cbc('PaymentID', payment.reference),
      cac('PayeeFinancialAccount', cbc('ID', payment.iban), cbc('Name', payment.accountName)),
    ),
    cac('PaymentTerms', cbc('Note', paymentTerms)),
  ]
}

function partyOf({ party, vatId, taxRegistration, legalId }: PartyTerms): Xml {
  return cac(
    'Party',
    cbc('EndpointID', party.email, { schemeID: 'EM' }),
    cac(
      'PostalAddress',
      cbc('StreetName', party.street),
      cbc('AdditionalStreetName', party.street_2),
      cbc('CityName', party.city),
      cbc('PostalZone', party.postal_code),
      cbc('CountrySubentity', party.region),
      cac('Country', cbc('IdentificationCode', party.country)),
    ),
    vatId && cac('PartyTaxScheme', cbc('CompanyID', vatId), vat),
    taxRegistration && cac('PartyTaxScheme', cbc('CompanyID', taxRegistration), cac('TaxScheme', cbc('ID', 'TAX'))),
    cac('PartyLegalEntity', cbc('RegistrationName', party.name), cbc('CompanyID', legalId)),
    cac('Contact', cbc('ElectronicMail', party.email)),
  )
}

function amountsOf({ tax, totals, lines, currency }: BusinessTerms, kind: 'Invoice' | 'CreditNote'): Xml[] {
  const amount = (name: string, text: string) => cbc(name, text, { currencyID: currency })
  return [
    cac(
      'TaxTotal',
      amount('TaxAmount', totals.tax),
      ...tax.map((part) =>
        cac(
          'TaxSubtotal',
          amount('TaxableAmount', part.base),
          amount('TaxAmount', part.tax),
          cac(
            'TaxCategory',
            cbc('ID', part.category),
            part.category === 'O' ? '' : cbc('Percent', part.percent),
            cbc('TaxExemptionReasonCode', part.exemptionCode),
            cbc('TaxExemptionReason', part.exemptionReason),
            vat,
          ),
        ),
      ),
    ),
    cac(
      'LegalMonetaryTotal',
      amount('LineExtensionAmount', totals.net),
      amount('TaxExclusiveAmount', totals.net),
      amount('TaxInclusiveAmount', totals.gross),
      amount('PrepaidAmount', totals.credit_applied),
      amount('PayableAmount', totals.due),
    ),
    ...lines.map((line) => lineOf(line, currency, kind)),
  ]
}

function lineOf(line: LineTerms, currency: string, kind: 'Invoice' | 'CreditNote'): Xml {
  return cac(
    `${kind}Line`,
    cbc('ID', line.id),
    cbc(kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity', line.quantity, { unitCode: 'C62' }),
    cbc('LineExtensionAmount', line.amount, { currencyID: currency }),
    cac('InvoicePeriod', cbc('StartDate', line.start), cbc('EndDate', line.end)),
    cac(
      'Item',
      cbc('Description', line.description),
      cbc('Name', line.name),
      cac(
        'ClassifiedTaxCategory',
        cbc('ID', line.category),
        line.category === 'O' ? '' : cbc('Percent', line.percent),
        vat,
      ),
    ),
    cac('Price', cbc('PriceAmount', line.price, { currencyID: currency })),
  )
}

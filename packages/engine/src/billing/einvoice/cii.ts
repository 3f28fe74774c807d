/**
 * An invoice or credit note as UN/CEFACT Cross Industry Invoice. The order of elements is that of its schema. Factur-X
 * embeds the same text under the name `factur-x.xml`.
 */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import {
  type BusinessTerms,
  businessTermsOf,
  type LineTerms,
  type PartyTerms,
  specification,
} from './business-terms.ts'
import { parentElement, textElement, type Xml, xmlDocument } from './xml.ts'

const ram = (name: string, ...children: Xml[]) => parentElement(`ram:${name}`, children)
const text = (name: string, value: string, attributes: Record<string, string> = {}) =>
  textElement(`ram:${name}`, value, attributes)
/** A day, "20261114" in the format 102. */
const date = (name: string, day: string) =>
  ram(name, textElement('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' }))

export function writeCii(document: InvoiceDocument): string {
  const terms = businessTermsOf(document)
  const namespace = 'urn:un:unece:uncefact:data:standard'
  return xmlDocument(
    parentElement(
      'rsm:CrossIndustryInvoice',
      [
        parentElement('rsm:ExchangedDocumentContext', [
          ram('GuidelineSpecifiedDocumentContextParameter', text('ID', specification)),
        ]),
        parentElement('rsm:ExchangedDocument', [
          text('ID', terms.number),
          text('TypeCode', terms.typeCode),
          date('IssueDateTime', terms.issuedOn),
          ram('IncludedNote', text('Content', terms.note)),
        ]),
        parentElement('rsm:SupplyChainTradeTransaction', [
          ...terms.lines.map(lineOf),
          agreementOf(terms),
          // The schema wants it, and a service is not delivered to an address.
          '<ram:ApplicableHeaderTradeDelivery/>',
          settlementOf(terms),
        ]),
      ],
      {
        'xmlns:rsm': `${namespace}:CrossIndustryInvoice:100`,
        'xmlns:ram': `${namespace}:ReusableAggregateBusinessInformationEntity:100`,
        'xmlns:udt': `${namespace}:UnqualifiedDataType:100`,
      },
    ),
  )
}

function lineOf(line: LineTerms): Xml {
  return ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', text('LineID', line.id)),
    ram('SpecifiedTradeProduct', text('Name', line.name), text('Description', line.description)),
    ram('SpecifiedLineTradeAgreement', ram('NetPriceProductTradePrice', text('ChargeAmount', line.price))),
    ram('SpecifiedLineTradeDelivery', text('BilledQuantity', line.quantity, { unitCode: 'C62' })),
    ram(
      'SpecifiedLineTradeSettlement',
      ram(
        'ApplicableTradeTax',
        text('TypeCode', 'VAT'),
        text('CategoryCode', line.category),
        line.category === 'O' ? '' : text('RateApplicablePercent', line.percent),
      ),
      periodOf(line),
      ram('SpecifiedTradeSettlementLineMonetarySummation', text('LineTotalAmount', line.amount)),
    ),
  )
}

function agreementOf(terms: BusinessTerms): Xml {
  return ram(
    'ApplicableHeaderTradeAgreement',
    text('BuyerReference', terms.buyerReference),
    ram('SellerTradeParty', ...partyOf(terms.seller)),
    ram('BuyerTradeParty', ...partyOf(terms.buyer)),
    ram('BuyerOrderReferencedDocument', text('IssuerAssignedID', terms.purchaseOrder)),
    // 916: a document that supports the invoice.
    ...terms.statements.map(({ id, description }) =>
      ram(
        'AdditionalReferencedDocument',
        text('IssuerAssignedID', id),
        text('TypeCode', '916'),
        text('Name', description),
      ),
    ),
  )
}

function partyOf({ party, vatId, taxRegistration, legalId }: PartyTerms): Xml[] {
  return [
    text('Name', party.name),
    ram('SpecifiedLegalOrganization', text('ID', legalId)),
    ram('DefinedTradeContact', ram('EmailURIUniversalCommunication', text('URIID', party.email))),
    ram(
      'PostalTradeAddress',
      text('PostcodeCode', party.postal_code),
      text('LineOne', party.street),
      text('LineTwo', party.street_2),
      text('CityName', party.city),
      text('CountryID', party.country),
      text('CountrySubDivisionName', party.region),
    ),
    ram('URIUniversalCommunication', text('URIID', party.email, { schemeID: 'EM' })),
    ram('SpecifiedTaxRegistration', text('ID', vatId, { schemeID: 'VA' })),
    ram('SpecifiedTaxRegistration', text('ID', taxRegistration, { schemeID: 'FC' })),
  ]
}

function settlementOf(terms: BusinessTerms): Xml {
  const { payment, totals, currency } = terms
  return ram(
    'ApplicableHeaderTradeSettlement',
    text('PaymentReference', payment.reference),
    text('InvoiceCurrencyCode', currency),
    ram(
      'SpecifiedTradeSettlementPaymentMeans',
      text('TypeCode', payment.code),
      ram('PayeePartyCreditorFinancialAccount', text('IBANID', payment.iban), text('AccountName', payment.accountName)),
    ),
    ...terms.tax.map((part) =>
      ram(
        'ApplicableTradeTax',
        text('CalculatedAmount', part.tax),
        text('TypeCode', 'VAT'),
        text('ExemptionReason', part.exemptionReason),
        text('BasisAmount', part.base),
        text('CategoryCode', part.category),
        text('ExemptionReasonCode', part.exemptionCode),
        part.category === 'O' ? '' : text('RateApplicablePercent', part.percent),
      ),
    ),
    periodOf(terms),
    ram(
      'SpecifiedTradePaymentTerms',
      text('Description', terms.paymentTerms),
      terms.dueOn && date('DueDateDateTime', terms.dueOn),
    ),
    ram(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      text('LineTotalAmount', totals.net),
      text('TaxBasisTotalAmount', totals.net),
      text('TaxTotalAmount', totals.tax, { currencyID: currency }),
      text('GrandTotalAmount', totals.gross),
      text('TotalPrepaidAmount', totals.credit_applied),
      text('DuePayableAmount', totals.due),
    ),
    ram('InvoiceReferencedDocument', text('IssuerAssignedID', terms.correctedNumber)),
  )
}

function periodOf({ start, end }: { start: string; end: string }): Xml {
  return ram('BillingSpecifiedPeriod', date('StartDateTime', start), date('EndDateTime', end))
}

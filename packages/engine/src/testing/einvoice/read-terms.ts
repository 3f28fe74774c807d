/** Reads the business terms of EN 16931 back from UBL and CII, for tests. It shares no code with the writers. */
import { findAll, findText, readXml, type XmlNode } from './read-xml.ts'

type Text = string | undefined

interface ReadParty {
  name: Text
  country: Text
  hasAddress: boolean
  /** BT-31, BT-48. */
  vatId: Text
  /** BT-32. */
  taxRegistration: Text
  /** BT-30, BT-47. */
  legalId: Text
  address: Text
  addressScheme: Text
}
interface ReadTax {
  category: Text
  percent: Text
  base: Text
  tax: Text
  reason: Text
  reasonCode: Text
}
interface ReadLine {
  id: Text
  name: Text
  quantity: Text
  unit: Text
  amount: Text
  price: Text
  start: Text
  end: Text
  category: Text
  percent: Text
}
export interface ReadTerms {
  specification: Text
  number: Text
  issuedOn: Text
  dueOn: Text
  typeCode: Text
  currency: Text
  start: Text
  end: Text
  corrects: Text[]
  documents: Text[]
  seller: ReadParty
  buyer: ReadParty
  paymentCode: Text
  account: Text
  paymentTerms: Text
  sumOfLines: Text
  net: Text
  taxTotal: Text
  gross: Text
  prepaid: Text
  due: Text
  tax: ReadTax[]
  lines: ReadLine[]
}

export function readTerms(source: string): ReadTerms {
  const root = readXml(source)
  return root.name === 'rsm:CrossIndustryInvoice' ? readCii(root) : readUbl(root)
}

function readUbl(root: XmlNode): ReadTerms {
  const kind = root.name
  const total = (name: string) => findText(root, `LegalMonetaryTotal/${name}`)
  return {
    specification: findText(root, 'CustomizationID'),
    number: findText(root, 'ID'),
    issuedOn: findText(root, 'IssueDate'),
    dueOn: findText(root, 'DueDate'),
    typeCode: findText(root, `${kind}TypeCode`),
    currency: findText(root, 'DocumentCurrencyCode'),
    start: findText(root, 'InvoicePeriod/StartDate'),
    end: findText(root, 'InvoicePeriod/EndDate'),
    corrects: findAll(root, 'BillingReference/InvoiceDocumentReference').map((node) => findText(node, 'ID')),
    documents: findAll(root, 'AdditionalDocumentReference').map((node) => findText(node, 'ID')),
    seller: readUblParty(findAll(root, 'AccountingSupplierParty/Party')[0]),
    buyer: readUblParty(findAll(root, 'AccountingCustomerParty/Party')[0]),
    paymentCode: findText(root, 'PaymentMeans/PaymentMeansCode'),
    account: findText(root, 'PaymentMeans/PayeeFinancialAccount/ID'),
    paymentTerms: findText(root, 'PaymentTerms/Note'),
    sumOfLines: total('LineExtensionAmount'),
    net: total('TaxExclusiveAmount'),
    taxTotal: findText(root, 'TaxTotal/TaxAmount'),
    gross: total('TaxInclusiveAmount'),
    prepaid: total('PrepaidAmount'),
    due: total('PayableAmount'),
    tax: findAll(root, 'TaxTotal/TaxSubtotal').map((node) => ({
      category: findText(node, 'TaxCategory/ID'),
      percent: findText(node, 'TaxCategory/Percent'),
      base: findText(node, 'TaxableAmount'),
      tax: findText(node, 'TaxAmount'),
      reason: findText(node, 'TaxCategory/TaxExemptionReason'),
      reasonCode: findText(node, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    lines: findAll(root, `${kind}Line`).map((node) => {
      const quantity = findAll(node, kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity')[0]
      return {
        id: findText(node, 'ID'),
        name: findText(node, 'Item/Name'),
        quantity: quantity?.text,
        unit: quantity?.attributes.unitCode,
        amount: findText(node, 'LineExtensionAmount'),
        price: findText(node, 'Price/PriceAmount'),
        start: findText(node, 'InvoicePeriod/StartDate'),
        end: findText(node, 'InvoicePeriod/EndDate'),
        category: findText(node, 'Item/ClassifiedTaxCategory/ID'),
        percent: findText(node, 'Item/ClassifiedTaxCategory/Percent'),
      }
    }),
  }
}

function readUblParty(node: XmlNode | undefined): ReadParty {
  if (!node) throw new Error('A party is missing.')
  const schemes = findAll(node, 'PartyTaxScheme')
  const schemeId = (isVat: boolean) => {
    const scheme = schemes.find((entry) => (findText(entry, 'TaxScheme/ID') === 'VAT') === isVat)
    return scheme && findText(scheme, 'CompanyID')
  }
  return {
    name: findText(node, 'PartyLegalEntity/RegistrationName'),
    country: findText(node, 'PostalAddress/Country/IdentificationCode'),
    hasAddress: findAll(node, 'PostalAddress').length === 1,
    vatId: schemeId(true),
    taxRegistration: schemeId(false),
    legalId: findText(node, 'PartyLegalEntity/CompanyID'),
    address: findText(node, 'EndpointID'),
    addressScheme: findAll(node, 'EndpointID')[0]?.attributes.schemeID,
  }
}

const day = (text: Text) => text?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

function readCii(root: XmlNode): ReadTerms {
  const document = findAll(root, 'ExchangedDocument')[0]
  const agreement = findAll(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement')[0]
  const settlement = findAll(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement')[0]
  if (!document || !agreement || !settlement) throw new Error('A part of the invoice is missing.')
  const total = (name: string) => findText(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`)
  return {
    specification: findText(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    number: findText(document, 'ID'),
    issuedOn: day(findText(document, 'IssueDateTime/DateTimeString')),
    dueOn: day(findText(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    typeCode: findText(document, 'TypeCode'),
    currency: findText(settlement, 'InvoiceCurrencyCode'),
    start: day(findText(settlement, 'BillingSpecifiedPeriod/StartDateTime/DateTimeString')),
    end: day(findText(settlement, 'BillingSpecifiedPeriod/EndDateTime/DateTimeString')),
    corrects: findAll(settlement, 'InvoiceReferencedDocument').map((node) => findText(node, 'IssuerAssignedID')),
    documents: findAll(agreement, 'AdditionalReferencedDocument').map((node) => findText(node, 'IssuerAssignedID')),
    seller: readCiiParty(findAll(agreement, 'SellerTradeParty')[0]),
    buyer: readCiiParty(findAll(agreement, 'BuyerTradeParty')[0]),
    paymentCode: findText(settlement, 'SpecifiedTradeSettlementPaymentMeans/TypeCode'),
    account: findText(settlement, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID'),
    paymentTerms: findText(settlement, 'SpecifiedTradePaymentTerms/Description'),
    sumOfLines: total('LineTotalAmount'),
    net: total('TaxBasisTotalAmount'),
    taxTotal: total('TaxTotalAmount'),
    gross: total('GrandTotalAmount'),
    prepaid: total('TotalPrepaidAmount'),
    due: total('DuePayableAmount'),
    tax: findAll(settlement, 'ApplicableTradeTax').map((node) => ({
      category: findText(node, 'CategoryCode'),
      percent: findText(node, 'RateApplicablePercent'),
      base: findText(node, 'BasisAmount'),
      tax: findText(node, 'CalculatedAmount'),
      reason: findText(node, 'ExemptionReason'),
      reasonCode: findText(node, 'ExemptionReasonCode'),
    })),
    lines: findAll(root, 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem').map(readCiiLine),
  }
}

function readCiiLine(node: XmlNode): ReadLine {
  const quantity = findAll(node, 'SpecifiedLineTradeDelivery/BilledQuantity')[0]
  const settled = (path: string) => findText(node, `SpecifiedLineTradeSettlement/${path}`)
  return {
    id: findText(node, 'AssociatedDocumentLineDocument/LineID'),
    name: findText(node, 'SpecifiedTradeProduct/Name'),
    quantity: quantity?.text,
    unit: quantity?.attributes.unitCode,
    amount: settled('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    price: findText(node, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
    start: day(settled('BillingSpecifiedPeriod/StartDateTime/DateTimeString')),
    end: day(settled('BillingSpecifiedPeriod/EndDateTime/DateTimeString')),
    category: settled('ApplicableTradeTax/CategoryCode'),
    percent: settled('ApplicableTradeTax/RateApplicablePercent'),
  }
}

function readCiiParty(node: XmlNode | undefined): ReadParty {
  if (!node) throw new Error('A party is missing.')
  const registration = (scheme: string) =>
    findAll(node, 'SpecifiedTaxRegistration/ID').find(({ attributes }) => attributes.schemeID === scheme)?.text
  const address = findAll(node, 'URIUniversalCommunication/URIID')[0]
  return {
    name: findText(node, 'Name'),
    country: findText(node, 'PostalTradeAddress/CountryID'),
    hasAddress: findAll(node, 'PostalTradeAddress').length === 1,
    vatId: registration('VA'),
    taxRegistration: registration('FC'),
    legalId: findText(node, 'SpecifiedLegalOrganization/ID'),
    address: address?.text,
    addressScheme: address?.attributes.schemeID,
  }
}

/**
 * The column names of Azure's exports over the years and agreements. They are facts of the exports; each is filled from
 * the cell of `cost-lines.ts` with the same meaning.
 */
export interface AzureVariant {
  columns: readonly string[]
  dates: 'american' | 'iso' | 'iso_time'
  /** Whether tags are in braces. */
  tags: 'object' | 'members'
  byteOrderMark: boolean
}

const columnNames = (text: string): string[] => text.trim().split(/\s+/)

/** Enterprise agreement, the export of 2019 and later. */
const enterprise = columnNames(`
  BillingAccountId BillingAccountName BillingPeriodStartDate BillingPeriodEndDate BillingProfileId BillingProfileName
  AccountOwnerId AccountName SubscriptionId SubscriptionName Date Product PartNumber MeterId ServiceFamily MeterCategory
  MeterSubCategory MeterRegion MeterName Quantity EffectivePrice Cost UnitPrice BillingCurrency ResourceLocation
  AvailabilityZone ConsumedService ResourceId ResourceName ServiceInfo1 ServiceInfo2 AdditionalInfo Tags
  InvoiceSectionId InvoiceSection CostCenter UnitOfMeasure ResourceGroup ReservationId ReservationName ProductOrderId
  ProductOrderName OfferId IsAzureCreditEligible Term PublisherName PlanName ChargeType Frequency PublisherType
  PayGPrice PricingModel CostAllocationRuleName benefitId benefitName`)

/** Enterprise agreement, the portal's later download. */
const enterprisePortal = columnNames(`
  InvoiceSectionName AccountName AccountOwnerId SubscriptionId SubscriptionName ResourceGroup ResourceLocation Date
  ProductName MeterCategory MeterSubCategory MeterId MeterName MeterRegion UnitOfMeasure Quantity EffectivePrice
  CostInBillingCurrency CostCenter ConsumedService ResourceId Tags OfferId AdditionalInfo ServiceInfo1 ServiceInfo2
  ResourceName ReservationId ReservationName UnitPrice ProductOrderId ProductOrderName Term PublisherType PublisherName
  ChargeType Frequency PricingModel AvailabilityZone BillingAccountId BillingAccountName BillingCurrencyCode
  BillingPeriodStartDate BillingPeriodEndDate BillingProfileId BillingProfileName InvoiceSectionId
  IsAzureCreditEligible PartNumber PayGPrice PlanName ServiceFamily CostAllocationRuleName`)

/** Microsoft customer agreement, in its mixture of camel and Pascal case. */
const customer = columnNames(`
  invoiceId previousInvoiceId billingAccountId billingAccountName billingProfileId billingProfileName invoiceSectionId
  invoiceSectionName resellerName resellerMpnId costCenter billingPeriodEndDate billingPeriodStartDate
  servicePeriodEndDate servicePeriodStartDate date serviceFamily productOrderId productOrderName consumedService meterId
  meterName meterCategory meterSubCategory meterRegion ProductId ProductName SubscriptionId subscriptionName
  publisherType publisherId publisherName resourceGroupName ResourceId resourceLocation location effectivePrice quantity
  unitOfMeasure chargeType billingCurrency pricingCurrency costInBillingCurrency costInPricingCurrency costInUsd
  paygCostInBillingCurrency paygCostInUsd exchangeRatePricingToBilling exchangeRateDate isAzureCreditEligible
  serviceInfo1 serviceInfo2 additionalInfo tags PayGPrice frequency term reservationId reservationName pricingModel
  unitPrice costAllocationRuleName benefitId benefitName provider`)

const payAsYouGo = columnNames(`
  SubscriptionGuid ResourceGroup ResourceLocation UsageDateTime MeterCategory MeterSubcategory MeterId MeterName
  MeterRegion UsageQuantity ResourceRate PreTaxCost ConsumedService ResourceType InstanceId Tags OfferId AdditionalInfo
  ServiceInfo1 ServiceInfo2 ServiceName ServiceTier Currency UnitOfMeasure`)

/** The same from a German portal: localized names, with the English name in brackets. */
const german = [
  'Abonnement-GUID (SubscriptionGuid)',
  'Ressourcengruppe (ResourceGroup)',
  'Ressourcenstandort (ResourceLocation)',
  'UsageDateTime (UsageDateTime)',
  'Kategorie der Verbrauchseinheit (MeterCategory)',
  'MeterSubcategory (MeterSubcategory)',
  'ID der Verbrauchseinheit (MeterId)',
  'Name der Verbrauchseinheit (MeterName)',
  'Region der Verbrauchseinheit (MeterRegion)',
  'UsageQuantity (UsageQuantity)',
  'Ressourcensatz (ResourceRate)',
  'PreTaxCost (PreTaxCost)',
  'Genutzter Dienst (ConsumedService)',
  'ResourceType (ResourceType)',
  'InstanceId (InstanceId)',
  'Tags (Tags)',
  'OfferId (OfferId)',
  'Zusätzliche Informationen (AdditionalInfo)',
  'Dienstinformation 1 (ServiceInfo1)',
  'Dienstinformation 2 (ServiceInfo2)',
  'ServiceName',
  'ServiceTier',
  'Currency',
  'Maßeinheit (UnitOfMeasure)',
]

/** Names of all of them in one header, as seen after a change of agreement. */
const mixed = german
  .map((name) => (/MeterCategory|ConsumedService|Tags|AdditionalInfo/.test(name) ? englishOf(name) : name))
  .map((name) =>
    name.replace(/^(Meter|Consumed|Tags|Additional)(\w+)?$/, (match) => match[0]?.toLowerCase() + match.slice(1)),
  )
  .map(
    (name) =>
      ({
        'Abonnement-GUID (SubscriptionGuid)': 'subscriptionId',
        'UsageDateTime (UsageDateTime)': 'date',
        'PreTaxCost (PreTaxCost)': 'costInBillingCurrency',
        'InstanceId (InstanceId)': 'InstanceName',
      })[name] ?? name,
  )

export const azureVariants = {
  enterprise: { columns: enterprise, dates: 'american', tags: 'members', byteOrderMark: true },
  enterprisePortal: { columns: enterprisePortal, dates: 'iso', tags: 'members', byteOrderMark: false },
  customer: { columns: customer, dates: 'american', tags: 'object', byteOrderMark: false },
  payAsYouGo: { columns: payAsYouGo, dates: 'iso_time', tags: 'object', byteOrderMark: true },
  german: { columns: german, dates: 'iso', tags: 'object', byteOrderMark: false },
  mixed: { columns: mixed, dates: 'american', tags: 'object', byteOrderMark: false },
} as const satisfies Record<string, AzureVariant>

export type AzureVariantKey = keyof typeof azureVariants

/** The English part of a column's name. */
export function englishOf(column: string): string {
  return /\((\w+)\)$/.exec(column)?.[1] ?? column
}

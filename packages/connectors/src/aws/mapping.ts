/**
 * AWS Cost and Usage Report, one mapping for its three notations: legacy CSV (lineItem/UnblendedCost), legacy Parquet
 * (line_item_unblended_cost) and CUR 2.0 (the same, with maps for product, tags, cost categories and discounts).
 *
 * A commitment's fee row has its used and its unused part in one line. It is a Purchase; when part of it was unused,
 * EffectiveCost is that part and CommitmentDiscountStatus is Unused.
 */
import {
  all,
  amountColumn,
  any,
  exclusiveEnd,
  extract,
  filled,
  first,
  firstTime,
  literal,
  lookup,
  type Mapping,
  mapColumn,
  matching,
  merged,
  nonZero,
  not,
  object,
  oneOf,
  renamed,
  startOfMonth,
  startOfNextMonth,
  type TextRule,
  tag,
  tagColumns,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
  unknown,
  when,
  whenAmount,
} from '@kept/domain/mapping.ts'
import {
  billedCost,
  contractedCost,
  contractedUnitPrice,
  effectiveCost,
  hasNoPublicCost,
  isDiscount,
  isUsage,
  lineType,
  listCost,
} from './costs.ts'
import { productOf } from './product.ts'
import regions from './regions.json' with { type: 'json' }
import { serviceCategory, serviceName, serviceSubcategory } from './services.ts'

const feeOfCommitment = lineType('RIFee', 'SavingsPlanRecurringFee')
const covered = lineType('DiscountedUsage', 'SavingsPlanCoveredUsage')
const savingsPlan = filled('savingsPlan/SavingsPlanARN')
const reservation = filled('reservation/ReservationARN')

const tags = merged(
  renamed(mapColumn('resource_tags'), { 'user:': '', user_: '', 'aws:': 'aws:', aws_: 'aws:' }),
  tagColumns('resourceTags/aws:', 'aws:'),
  tagColumns('resource_tags_aws_', 'aws:'),
  tagColumns('resourceTags/user:'),
  tagColumns('resource_tags_user_'),
)

/** "USE1-BoxUsage:m4.large" and similar name the instance type when the product columns do not. */
const instanceType = first(
  productOf('instanceType'),
  extract('lineItem/UsageType', '(?:Usage|Node|Fleet|Instance):([a-z0-9-]+(?:\\.[a-z0-9-]+)+)'),
)

const region = first(
  'product/regionCode',
  productOf('region'),
  extract('lineItem/AvailabilityZone', '^([a-z]{2}(?:-[a-z]+)+-[0-9]+)[a-z]?$'),
)

/** The resource type in an ARN ("db", "function"), or the one that EC2's short ids stand for. */
const resourceType: TextRule = when(
  [
    { if: matching('lineItem/ResourceId', '^i-'), use: literal('instance') },
    { if: matching('lineItem/ResourceId', '^vol-'), use: literal('volume') },
    { if: matching('lineItem/ResourceId', '^eni-'), use: literal('network-interface') },
    { if: matching('lineItem/ResourceId', '^eipalloc-'), use: literal('elastic-ip') },
  ],
  extract('lineItem/ResourceId', '^arn:[^:]*:[^:]*:[^:]*:[^:]*:([A-Za-z][A-Za-z0-9_-]*)[:/]'),
)

const chargeCategory = lookup(
  'lineItem/LineItemType',
  {
    Tax: 'Tax',
    Fee: 'Purchase',
    RIFee: 'Purchase',
    SavingsPlanUpfrontFee: 'Purchase',
    SavingsPlanRecurringFee: 'Purchase',
    Credit: 'Credit',
    Refund: 'Adjustment',
  },
  literal('Usage'),
)

const chargeFrequency = when(
  [
    { if: feeOfCommitment, use: literal('Recurring') },
    { if: lineType('SavingsPlanUpfrontFee', 'Credit', 'Refund'), use: literal('One-Time') },
    { if: oneOf('bill/BillType', 'Purchase', 'Refund'), use: literal('One-Time') },
    { if: lineType('Fee', 'Tax'), use: literal('Recurring') },
  ],
  literal('Usage-Based'),
)

const pricingCategory = when(
  [
    { if: covered, use: literal('Committed') },
    { if: all(lineType('Usage'), matching('lineItem/UsageType', 'SpotUsage')), use: literal('Dynamic') },
    { if: all(lineType('Usage'), oneOf('pricing/term', 'Spot')), use: literal('Dynamic') },
    {
      if: lineType('Usage', 'Fee', 'RIFee', 'SavingsPlanUpfrontFee', 'SavingsPlanRecurringFee'),
      use: literal('Standard'),
    },
  ],
  literal(''),
)

export const awsMapping: Mapping = {
  columns: {
    AvailabilityZone: textColumn('lineItem/AvailabilityZone'),
    BilledCost: amountColumn(billedCost),
    BillingAccountId: textColumn(first('bill/PayerAccountId', 'lineItem/UsageAccountId')),
    BillingAccountName: textColumn('bill/PayerAccountName'),
    BillingCurrency: textColumn('lineItem/CurrencyCode'),
    BillingPeriodStart: timeColumn(
      firstTime(time('bill/BillingPeriodStartDate'), startOfMonth(time('lineItem/UsageStartDate'))),
    ),
    BillingPeriodEnd: timeColumn(
      firstTime(
        exclusiveEnd(time('bill/BillingPeriodEndDate'), 'of_month'),
        startOfNextMonth(time('bill/BillingPeriodStartDate')),
        startOfNextMonth(time('lineItem/UsageStartDate')),
      ),
    ),
    CapacityReservationId: textColumn(
      first('capacityReservation/CapacityReservationArn', 'reservation/CapacityReservationId'),
    ),
    ChargeCategory: textColumn(chargeCategory),
    ChargeClass: textColumn(when([{ if: lineType('Refund'), use: literal('Correction') }], literal(''))),
    ChargeDescription: textColumn('lineItem/LineItemDescription'),
    ChargeFrequency: textColumn(chargeFrequency),
    ChargePeriodStart: timeColumn(time('lineItem/UsageStartDate')),
    ChargePeriodEnd: timeColumn(exclusiveEnd(time('lineItem/UsageEndDate'))),
    CommitmentDiscountCategory: textColumn(
      when(
        [
          { if: savingsPlan, use: literal('Spend') },
          { if: reservation, use: literal('Usage') },
        ],
        literal(''),
      ),
    ),
    CommitmentDiscountId: textColumn(first('savingsPlan/SavingsPlanARN', 'reservation/ReservationARN')),
    CommitmentDiscountType: textColumn(
      when(
        [
          { if: savingsPlan, use: literal('Savings Plan') },
          { if: reservation, use: literal('Reserved Instance') },
        ],
        literal(''),
      ),
    ),
    CommitmentDiscountStatus: textColumn(
      when(
        [
          { if: covered, use: literal('Used') },
          { if: all(feeOfCommitment, nonZero(effectiveCost)), use: literal('Unused') },
        ],
        literal(''),
      ),
    ),
    CommitmentDiscountQuantity: amountColumn(
      whenAmount(
        [
          { if: lineType('DiscountedUsage'), use: 'lineItem/UsageAmount' },
          { if: lineType('SavingsPlanCoveredUsage'), use: 'savingsPlan/SavingsPlanEffectiveCost' },
        ],
        unknown,
      ),
    ),
    CommitmentDiscountUnit: textColumn(
      when(
        [
          { if: lineType('DiscountedUsage'), use: first('pricing/unit') },
          { if: lineType('SavingsPlanCoveredUsage'), use: 'lineItem/CurrencyCode' },
        ],
        literal(''),
      ),
    ),
    ConsumedQuantity: amountColumn(whenAmount([{ if: isUsage, use: 'lineItem/UsageAmount' }], unknown)),
    ConsumedUnit: textColumn(when([{ if: isUsage, use: 'pricing/unit' }], literal(''))),
    ContractedCost: amountColumn(contractedCost),
    ContractedUnitPrice: amountColumn(contractedUnitPrice),
    EffectiveCost: amountColumn(effectiveCost),
    HostProviderName: textColumn(literal('AWS')),
    InvoiceId: textColumn('bill/InvoiceId'),
    InvoiceIssuerName: textColumn(first('bill/InvoicingEntity', 'lineItem/LegalEntity', literal('AWS'))),
    ListCost: amountColumn(listCost),
    ListUnitPrice: amountColumn(
      whenAmount([{ if: all(isUsage, not(hasNoPublicCost)), use: 'pricing/publicOnDemandRate' }], unknown),
    ),
    PricingCategory: textColumn(pricingCategory),
    PricingCurrency: textColumn('pricing/currency'),
    // A discount and the negation of covered usage repeat the amount of the usage that they adjust.
    PricingQuantity: amountColumn(
      whenAmount([{ if: any(isDiscount, lineType('SavingsPlanNegation')), use: unknown }], 'lineItem/UsageAmount'),
    ),
    PricingUnit: textColumn('pricing/unit'),
    ProviderName: textColumn(literal('AWS')),
    PublisherName: textColumn(first('lineItem/LegalEntity', literal('AWS'))),
    RegionId: textColumn(region),
    RegionName: textColumn(lookup(region, regions, literal(''))),
    ResourceId: textColumn('lineItem/ResourceId'),
    ResourceName: textColumn(
      when([{ if: filled('lineItem/ResourceId'), use: first(tag(tags, 'Name'), tag(tags, 'name')) }], literal('')),
    ),
    ResourceType: textColumn(resourceType),
    ServiceCategory: textColumn(serviceCategory),
    ServiceName: textColumn(serviceName),
    ServiceProviderName: textColumn(literal('AWS')),
    ServiceSubcategory: textColumn(serviceSubcategory),
    SkuId: textColumn('product/sku'),
    SkuMeter: textColumn(when([{ if: not(isDiscount), use: 'lineItem/UsageType' }], literal(''))),
    SkuPriceDetails: textColumn(
      object({
        InstanceType: instanceType,
        InstanceSeries: productOf('instanceFamily'),
        OperatingSystem: productOf('operatingSystem'),
        StorageClass: productOf('storageClass'),
        DiskType: productOf('volumeApiName'),
        Engine: productOf('databaseEngine'),
      }),
    ),
    SkuPriceId: textColumn(first('pricing/RateCode', 'pricing/RateId')),
    SubAccountId: textColumn('lineItem/UsageAccountId'),
    SubAccountName: textColumn('lineItem/UsageAccountName'),
    Tags: tagsColumn(tags),
  },
  required: [
    ['lineItem/UnblendedCost'],
    ['lineItem/UsageStartDate'],
    ['lineItem/UsageEndDate'],
    ['lineItem/LineItemType'],
  ],
  needed: ['BilledCost', 'BillingPeriodStart', 'ChargePeriodStart', 'ChargePeriodEnd'],
  dropped: ['identity/TimeInterval'],
  spread: ['product', 'discount', 'cost_category', 'resource_tags', 'tags'],
  extraNames: 'snake_case',
}

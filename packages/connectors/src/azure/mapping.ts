/**
 * Azure's own cost exports. Their headers have had many notations over the years (EA, EA in camel case, PAYG, MCA,
 * localized ones with the English name in brackets); one mapping covers all of them.
 */
import {
  addOne,
  all,
  amount,
  amountColumn,
  any,
  exclusiveEnd,
  extract,
  filled,
  first,
  firstTime,
  join,
  json,
  jsonTags,
  literal,
  lookup,
  lower,
  type Mapping,
  matching,
  nonZero,
  not,
  object,
  oneOf,
  product,
  replace,
  startOfMonth,
  startOfNextMonth,
  type TextRule,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
  unknown,
  when,
  whenAmount,
} from '@kept/domain/mapping.ts'
import categories from './category-of-service.json' with { type: 'json' }
import { type CostRules, isCommitmentPurchase, isCovered, isUnused, isUsage } from './costs.ts'
import spellings from './region-of-spelling.json' with { type: 'json' }
import regions from './regions.json' with { type: 'json' }
import resourceTypes from './resource-types.json' with { type: 'json' }
import services from './service-of-resource-type.json' with { type: 'json' }
import units from './units.json' with { type: 'json' }

const nth = <Facts extends string[]>(table: Record<string, Facts>, index: number): Record<string, string> =>
  Object.fromEntries(Object.entries(table).map(([key, facts]) => [key, facts[index] ?? '']))

const resourceId = first(
  'ResourceId',
  'InstanceId',
  when([{ if: matching('InstanceName', '^/'), use: 'InstanceName' }], literal('')),
)

/** "…/providers/Microsoft.Sql/servers/a/databases/b" is of type "microsoft.sql/servers/databases". */
const resourceType = first(
  replace(extract(lower(resourceId), '.*/providers/([^/]+/.+)$'), '/([^/]+)/[^/]+', '/\\1'),
  lower('ResourceType'),
)

const serviceName: TextRule = lookup(
  join('|', lower('ConsumedService'), resourceType),
  services,
  lookup(resourceType, services, first('MeterCategory', 'ServiceName', 'ConsumedService')),
)

/** The category by ServiceFamily, for unknown services. */
const categoryOfFamily = lookup(
  'ServiceFamily',
  {
    'AI + Machine Learning': 'AI and Machine Learning',
    Analytics: 'Analytics',
    'Azure Communication Services': 'Integration',
    Compute: 'Compute',
    Containers: 'Compute',
    Databases: 'Databases',
    'Developer Tools': 'Developer Tools',
    Identity: 'Identity',
    Integration: 'Integration',
    'Internet of Things': 'Internet of Things',
    'Management and Governance': 'Management and Governance',
    Media: 'Media',
    'Mixed Reality': 'Media',
    'Mobile Services': 'Mobile',
    Networking: 'Networking',
    Security: 'Security',
    Storage: 'Storage',
    Web: 'Web',
  },
  literal('Other'),
)

const region = lookup(first('ResourceLocation', 'Location', 'MeterRegion'), spellings, lower(first('ResourceLocation')))
const unit = first('UnitOfMeasure')
const commitment = first('BenefitId', 'ReservationId')
const day = first('Date', 'UsageDateTime')

const billingPeriodStart = firstTime(time('BillingPeriodStartDate'), startOfMonth(time(day)))

export function azureMapping(costs: CostRules): Mapping {
  return {
    columns: {
      AvailabilityZone: textColumn('AvailabilityZone'),
      BilledCost: amountColumn(costs.billed),
      // A pay-as-you-go export has no account except its subscription.
      BillingAccountId: textColumn(first('BillingAccountId', 'SubscriptionGuid', 'SubscriptionId')),
      BillingAccountName: textColumn('BillingAccountName'),
      BillingCurrency: textColumn(first('BillingCurrencyCode', 'BillingCurrency', 'Currency')),
      BillingPeriodStart: timeColumn(billingPeriodStart),
      BillingPeriodEnd: timeColumn(
        firstTime(exclusiveEnd(time('BillingPeriodEndDate'), 'of_period'), startOfNextMonth(billingPeriodStart)),
      ),
      ChargeCategory: textColumn(
        lookup(
          'ChargeType',
          {
            Usage: 'Usage',
            Purchase: 'Purchase',
            Tax: 'Tax',
            UnusedReservation: 'Usage',
            UnusedSavingsPlan: 'Usage',
            Credit: 'Credit',
          },
          when([{ if: filled('ChargeType'), use: literal('Adjustment') }], literal('Usage')),
        ),
      ),
      ChargeClass: textColumn(when([{ if: oneOf('ChargeType', 'Refund'), use: literal('Correction') }], literal(''))),
      ChargeDescription: textColumn(
        first('ProductName', 'Product', join(' - ', 'MeterCategory', 'MeterSubCategory', 'MeterName')),
      ),
      ChargeFrequency: textColumn(
        lookup('Frequency', { OneTime: 'One-Time', Recurring: 'Recurring', UsageBased: 'Usage-Based' }, literal('')),
      ),
      ChargePeriodStart: timeColumn(time(day)),
      ChargePeriodEnd: timeColumn(addOne(time(day), 'day')),
      CommitmentDiscountCategory: textColumn(
        when(
          [
            { if: matching(lower('BenefitId'), '/microsoft\\.billingbenefits/'), use: literal('Spend') },
            {
              if: any(matching(lower('BenefitId'), '/microsoft\\.capacity/'), filled('ReservationId')),
              use: literal('Usage'),
            },
          ],
          literal(''),
        ),
      ),
      CommitmentDiscountId: textColumn(commitment),
      CommitmentDiscountName: textColumn(first('BenefitName', 'ReservationName')),
      CommitmentDiscountQuantity: amountColumn(
        whenAmount([{ if: any(isCovered, isUnused), use: costs.quantity }], unknown),
      ),
      CommitmentDiscountStatus: textColumn(
        when(
          [
            { if: isUnused, use: literal('Unused') },
            { if: isCovered, use: literal('Used') },
          ],
          literal(''),
        ),
      ),
      CommitmentDiscountType: textColumn(
        when(
          [
            { if: matching(lower('BenefitId'), '/microsoft\\.billingbenefits/'), use: literal('Savings Plan') },
            {
              if: any(matching(lower('BenefitId'), '/microsoft\\.capacity/'), filled('ReservationId')),
              use: literal('Reservation'),
            },
          ],
          literal(''),
        ),
      ),
      CommitmentDiscountUnit: textColumn(when([{ if: any(isCovered, isUnused), use: unit }], literal(''))),
      // "10K" is a block of ten thousand: the consumed quantity is in units, the priced quantity in blocks.
      ConsumedQuantity: amountColumn(
        whenAmount(
          [{ if: isUsage, use: product(costs.quantity, amount(lookup(unit, nth(units, 0), literal('1')))) }],
          unknown,
        ),
      ),
      ConsumedUnit: textColumn(when([{ if: isUsage, use: lookup(unit, nth(units, 1), unit) }], literal(''))),
      ContractedCost: amountColumn(costs.contracted),
      // Some exports have 0 as the price of covered usage: its price without the commitment is then unknown.
      ContractedUnitPrice: amountColumn(
        whenAmount(
          [
            { if: all(isCovered, not(nonZero('UnitPrice'))), use: unknown },
            { if: isUsage, use: 'UnitPrice' },
          ],
          unknown,
        ),
      ),
      EffectiveCost: amountColumn(costs.effective),
      HostProviderName: textColumn(literal('Microsoft')),
      InvoiceId: textColumn('InvoiceId'),
      InvoiceIssuerName: textColumn(literal('Microsoft')),
      ListCost: amountColumn(costs.list),
      ListUnitPrice: amountColumn(
        whenAmount([{ if: all(isUsage, { is: 'non_zero', amount: amount('PayGPrice') }), use: 'PayGPrice' }], unknown),
      ),
      PricingCategory: textColumn(
        when(
          [
            { if: any(isCovered, isUnused), use: literal('Committed') },
            { if: isCommitmentPurchase, use: literal('Standard') },
          ],
          lookup('PricingModel', { OnDemand: 'Standard', Spot: 'Dynamic' }, literal('')),
        ),
      ),
      PricingCurrency: textColumn('PricingCurrency'),
      PricingCurrencyEffectiveCost: amountColumn('CostInPricingCurrency'),
      PricingQuantity: amountColumn(costs.quantity),
      // "1 Hour" becomes hours; units in blocks keep the provider's own name.
      PricingUnit: textColumn(
        when(
          [{ if: matching(lookup(unit, nth(units, 0), literal('')), '^1$'), use: lookup(unit, nth(units, 1), unit) }],
          unit,
        ),
      ),
      ProviderName: textColumn(literal('Microsoft')),
      PublisherName: textColumn(first('PublisherName', literal('Microsoft'))),
      RegionId: textColumn(region),
      RegionName: textColumn(lookup(region, regions, first('ResourceLocation'))),
      ResourceId: textColumn(resourceId),
      ResourceName: textColumn(first('ResourceName', extract(resourceId, '([^/]+)/?$'))),
      ResourceType: textColumn(lookup(resourceType, resourceTypes, resourceType)),
      ServiceCategory: textColumn(lookup(serviceName, nth(categories, 0), categoryOfFamily)),
      ServiceName: textColumn(serviceName),
      ServiceProviderName: textColumn(literal('Microsoft')),
      ServiceSubcategory: textColumn(lookup(serviceName, nth(categories, 1), literal(''))),
      SkuId: textColumn(first('ProductId', 'MeterId')),
      SkuMeter: textColumn('MeterName'),
      SkuPriceDetails: textColumn(
        object({
          InstanceType: extract(json('AdditionalInfo', 'ServiceType'), '^((?:Standard|Basic)_.+)$'),
          InstanceSeries: when(
            [{ if: oneOf('MeterCategory', 'Virtual Machines'), use: 'MeterSubCategory' }],
            literal(''),
          ),
        }),
      ),
      SkuPriceId: textColumn('PartNumber'),
      // Where both exist, the id is only a number.
      SubAccountId: textColumn(first('SubscriptionGuid', 'SubscriptionId')),
      SubAccountName: textColumn('SubscriptionName'),
      Tags: tagsColumn(jsonTags('Tags')),
    },
    required: [
      ['CostInBillingCurrency', 'Cost', 'PreTaxCost', 'ExtendedCost'],
      ['Date', 'UsageDateTime'],
      ['SubscriptionId', 'SubscriptionGuid'],
    ],
    needed: ['BilledCost', 'BillingPeriodStart', 'ChargePeriodStart'],
  }
}

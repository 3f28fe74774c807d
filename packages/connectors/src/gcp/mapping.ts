/**
 * Google Cloud billing export, standard and detailed: nested as BigQuery exports it to JSON lines and Parquet, or
 * flattened to CSV with dotted names. Costs follow Google's published FOCUS view: credits are part of both billed and
 * effective cost; `cost` alone is the contracted cost.
 */
import {
  all,
  amountColumn,
  any,
  type Condition,
  extract,
  filled,
  first,
  firstTime,
  join,
  keyValueList,
  literal,
  lookup,
  lower,
  type Mapping,
  matching,
  merged,
  not,
  object,
  oneOf,
  startOfMonth,
  startOfNextMonth,
  sumOf,
  sumOfList,
  tag,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
  unknown,
  when,
  whenAmount,
} from '@kept/domain/mapping.ts'
import regions from './regions.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }

const categories = (index: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(services).map(([service, facts]) => [service, facts[index] ?? '']))

const costType = lower('cost_type')
const isRegular: Condition = any(not(filled('cost_type')), oneOf(costType, 'regular'))
/** The fee of a committed use discount is a line of its own, with this name. */
const isCommitmentFee = all(isRegular, matching('sku.description', '^(?i)commitment'))
const isUsage = all(isRegular, not(isCommitmentFee))
const isCovered = all(isUsage, matching('credits', 'COMMITTED_USAGE_DISCOUNT'))

/** "Committed Usage Discount: CPU", as in the list of credits. */
const coveringCredit = first(
  extract('credits', `(Commit[A-Za-z ]*[Dd]iscount[^'",}]*)['",}]`),
  literal('Committed use discount'),
)

const net = sumOf('cost', sumOfList('credits', 'amount'))
const region = first('location.region', 'location.location')
const billingPeriodStart = firstTime(time('invoice.month'), startOfMonth(time('usage_start_time')))
const ownTags = merged(keyValueList('project.labels'), keyValueList('tags'), keyValueList('labels'))

export const gcpMapping: Mapping = {
  columns: {
    AvailabilityZone: textColumn('location.zone'),
    BilledCost: amountColumn(net),
    BillingAccountId: textColumn('billing_account_id'),
    BillingCurrency: textColumn('currency'),
    BillingPeriodStart: timeColumn(billingPeriodStart),
    BillingPeriodEnd: timeColumn(startOfNextMonth(billingPeriodStart)),
    ChargeCategory: textColumn(
      when(
        [{ if: isCommitmentFee, use: literal('Purchase') }],
        lookup(
          costType,
          { tax: 'Tax', adjustment: 'Adjustment', rounding_error: 'Adjustment', credit: 'Credit' },
          literal('Usage'),
        ),
      ),
    ),
    ChargeClass: textColumn(
      when(
        [
          {
            if: any(
              filled('adjustment_info.id'),
              filled('adjustment_info.description'),
              filled('adjustment_info.type'),
              filled('adjustment_info.mode'),
            ),
            use: literal('Correction'),
          },
        ],
        literal(''),
      ),
    ),
    ChargeDescription: textColumn('sku.description'),
    ChargeFrequency: textColumn(
      when(
        [
          { if: isCommitmentFee, use: literal('Recurring') },
          { if: isUsage, use: literal('Usage-Based') },
        ],
        literal(''),
      ),
    ),
    ChargePeriodStart: timeColumn(time('usage_start_time')),
    ChargePeriodEnd: timeColumn(time('usage_end_time')),
    CommitmentDiscountCategory: textColumn(
      when(
        [
          { if: matching('credits', 'COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE'), use: literal('Spend') },
          { if: matching('credits', 'COMMITTED_USAGE_DISCOUNT'), use: literal('Usage') },
          { if: all(isCommitmentFee, matching('sku.description', '(?i)dollar')), use: literal('Spend') },
          { if: isCommitmentFee, use: literal('Usage') },
        ],
        literal(''),
      ),
    ),
    // Older exports do not name the commitment of covered usage: the credit's name and the region are used instead.
    CommitmentDiscountId: textColumn(
      first('subscription.instance_id', when([{ if: isCovered, use: join(' ', coveringCredit, region) }], literal(''))),
    ),
    CommitmentDiscountStatus: textColumn(when([{ if: isCovered, use: literal('Used') }], literal(''))),
    CommitmentDiscountType: textColumn(
      when([{ if: any(isCovered, isCommitmentFee), use: literal('Committed Use Discount') }], literal('')),
    ),
    ConsumedQuantity: amountColumn(whenAmount([{ if: isUsage, use: 'usage.amount' }], unknown)),
    ConsumedUnit: textColumn(when([{ if: isUsage, use: 'usage.unit' }], literal(''))),
    ContractedCost: amountColumn('cost'),
    ContractedUnitPrice: amountColumn('price.effective_price'),
    EffectiveCost: amountColumn(net),
    HostProviderName: textColumn(literal('Google Cloud')),
    InvoiceIssuerName: textColumn(first('seller_name', literal('Google Cloud'))),
    ListCost: amountColumn('cost_at_list'),
    ListUnitPrice: amountColumn('price.list_price'),
    PricingCategory: textColumn(
      when(
        [
          { if: isCovered, use: literal('Committed') },
          { if: all(isUsage, matching('sku.description', '(?i)\\b(?:spot|preemptible)\\b')), use: literal('Dynamic') },
          { if: isRegular, use: literal('Standard') },
        ],
        literal(''),
      ),
    ),
    PricingCurrency: textColumn('price.pricing_currency'),
    PricingQuantity: amountColumn('usage.amount_in_pricing_units'),
    PricingUnit: textColumn('usage.pricing_unit'),
    ProviderName: textColumn(literal('Google Cloud')),
    PublisherName: textColumn(first('seller_name', literal('Google Cloud'))),
    RegionId: textColumn(region),
    RegionName: textColumn(lookup(region, regions, literal(''))),
    ResourceId: textColumn(first('resource.global_name', 'resource.name')),
    ResourceName: textColumn('resource.name'),
    // "//compute.googleapis.com/projects/1/zones/us-central1-a/instances/2" is of type "instances".
    ResourceType: textColumn(extract('resource.global_name', '/([A-Za-z]+)/[^/]+$')),
    ServiceCategory: textColumn(lookup('service.description', categories(0), literal('Other'))),
    ServiceName: textColumn('service.description'),
    ServiceProviderName: textColumn(literal('Google Cloud')),
    ServiceSubcategory: textColumn(lookup('service.description', categories(1), literal('Other (Other)'))),
    SkuId: textColumn('sku.id'),
    SkuMeter: textColumn('sku.description'),
    SkuPriceDetails: textColumn(
      object({
        InstanceType: tag(keyValueList('system_labels'), 'compute.googleapis.com/machine_spec'),
        CoreCount: tag(keyValueList('system_labels'), 'compute.googleapis.com/cores'),
      }),
    ),
    SkuPriceId: textColumn(
      when(
        [{ if: filled('price.tier_start_amount'), use: join('/', 'sku.id', 'price.tier_start_amount') }],
        literal(''),
      ),
    ),
    SubAccountId: textColumn('project.id'),
    SubAccountName: textColumn('project.name'),
    Tags: tagsColumn(ownTags),
  },
  required: [['cost'], ['usage_start_time'], ['currency'], ['billing_account_id']],
  dropped: ['partition_date'],
}

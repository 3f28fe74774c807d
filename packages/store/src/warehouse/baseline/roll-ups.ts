/**
 * Roll-ups that dashboards read instead of lines, stored by load like the lines:
 *
 * - `cost_daily`: one day, without resources; `cost_daily_resource`: one day of one resource, price and set of tags.
 *   Both are summed when read: two rows with the same keys are as good as one.
 * - `cost_value`: every value of every dimension and tag, with its readable name: for lists, search and names.
 * - `rolled_up_load`: the loads that are complete in the three above.
 *
 * The sort order follows the queries: organization, loads, days. Amounts are sums of the lines' amounts and NULL when no
 * line has one; the `_where_` columns count only lines that also have the other amount.
 */
const daily = `
  organization_id UUID,
  load_id LowCardinality(String),
  billing_period Date,
  charge_date Date,
  BillingCurrency LowCardinality(String),
  ServiceProviderName LowCardinality(String),
  PublisherName LowCardinality(String),
  InvoiceIssuerName LowCardinality(String),
  BillingAccountId LowCardinality(String),
  BillingAccountName LowCardinality(String),
  SubAccountId LowCardinality(String),
  SubAccountName LowCardinality(String),
  ServiceName LowCardinality(String),
  ServiceCategory LowCardinality(String),
  ServiceSubcategory LowCardinality(String),
  RegionId LowCardinality(String),
  RegionName LowCardinality(String),
  AvailabilityZone LowCardinality(String),
  ChargeCategory LowCardinality(String),
  ChargeClass LowCardinality(String),
  ChargeFrequency LowCardinality(String),
  PricingCategory LowCardinality(String),
  PricingUnit LowCardinality(String),
  ConsumedUnit LowCardinality(String),
  PricingCurrency LowCardinality(String),
  CommitmentDiscountId LowCardinality(String),
  CommitmentDiscountName LowCardinality(String),
  CommitmentDiscountType LowCardinality(String),
  CommitmentDiscountStatus LowCardinality(String),
  InvoiceId LowCardinality(String)`

const sums = `
  lines UInt64,
  billed Nullable(Decimal(76, 30)),
  effective Nullable(Decimal(76, 30)),
  contracted Nullable(Decimal(76, 30)),
  list Nullable(Decimal(76, 30)),
  quantity Nullable(Decimal(38, 18)),
  pricing_quantity Nullable(Decimal(38, 18)),
  savings_against_list Nullable(Decimal(76, 30)),
  effective_where_contracted Nullable(Decimal(76, 30)),
  contracted_where_effective Nullable(Decimal(76, 30)),
  effective_where_quantity Nullable(Decimal(76, 30)),
  quantity_where_effective Nullable(Decimal(38, 18))`

export const rollUpsSchema: readonly string[] = [
  `CREATE TABLE cost_daily (${daily}, ${sums})
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(billing_period)
  ORDER BY (organization_id, load_id, charge_date, ServiceName, SubAccountId)`,
  `CREATE TABLE cost_daily_resource (${daily},
    ResourceId String,
    ResourceName String,
    ResourceType LowCardinality(String),
    SkuId LowCardinality(String),
    SkuPriceId LowCardinality(String),
    SkuMeter LowCardinality(String),
    Tags Map(LowCardinality(String), String), ${sums})
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(billing_period)
  ORDER BY (organization_id, load_id, charge_date, ServiceName, SubAccountId, ResourceId)`,
  `CREATE TABLE cost_value (
    organization_id UUID,
    dimension LowCardinality(String),
    value String,
    name String,
    load_id LowCardinality(String),
    billing_period Date,
    currency LowCardinality(String),
    provider LowCardinality(String),
    service LowCardinality(String),
    lines UInt64,
    effective Nullable(Decimal(76, 30))
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(billing_period)
  ORDER BY (organization_id, dimension, value, load_id)`,
  `CREATE TABLE rolled_up_load (
    organization_id UUID,
    load_id String,
    lines UInt64,
    rolled_up_at DateTime('UTC') DEFAULT now('UTC')
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, load_id)`,
]

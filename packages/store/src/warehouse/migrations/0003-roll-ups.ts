/**
 * What dashboards read instead of lines, kept by load like the lines themselves:
 *
 * - `cost_daily`: a day of everything but the resource; `cost_daily_resource`: a day of one resource, price and set of
 *   tags. Both are made to be summed: two rows of the same keys are as good as one.
 * - `cost_value`: every value of every dimension and tag, with its readable name: for lists, search and names.
 * - `rolled_up_load`: which loads are whole in the three above.
 *
 * The order of keys is that of the questions: whose, of which loads, of which days. Amounts are sums of what the lines
 * say and NULL when none of them says it; the `_where_` columns count only lines that also say the other figure.
 */
import type { WarehouseMigration } from '../migration.ts'

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

export const rollUps: WarehouseMigration = {
  name: '0003-roll-ups',
  statements: [
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
  ],
}

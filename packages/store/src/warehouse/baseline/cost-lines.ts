/**
 * Cost lines in FOCUS columns, and rejected rows.
 *
 * A line is visible only through its load: `load_id` is "<import>/<billing period>/<billing account>", and Postgres
 * records which loads are current. Amounts have 30 decimals because Azure writes costs with 28; sums stay exact.
 * `charge_date` is the UTC day of ChargePeriodStart. Missing text is '', a missing amount is NULL.
 */
export const costLinesSchema: readonly string[] = [
  `CREATE TABLE cost_line (
    organization_id UUID,
    load_id LowCardinality(String),
    billing_period Date,
    charge_date Date,
    AllocatedMethodDetails String,
    AllocatedMethodId LowCardinality(String),
    AllocatedResourceId String,
    AllocatedResourceName String,
    AllocatedTags Map(LowCardinality(String), String),
    AvailabilityZone LowCardinality(String),
    BilledCost Nullable(Decimal(76, 30)),
    BillingAccountId LowCardinality(String),
    BillingAccountName LowCardinality(String),
    BillingAccountType LowCardinality(String),
    BillingCurrency LowCardinality(String),
    BillingPeriodEnd DateTime('UTC'),
    BillingPeriodStart DateTime('UTC'),
    CapacityReservationId LowCardinality(String),
    CapacityReservationStatus LowCardinality(String),
    ChargeCategory LowCardinality(String),
    ChargeClass LowCardinality(String),
    ChargeDescription String,
    ChargeFrequency LowCardinality(String),
    ChargePeriodEnd DateTime('UTC'),
    ChargePeriodStart DateTime('UTC'),
    CommitmentDiscountCategory LowCardinality(String),
    CommitmentDiscountId LowCardinality(String),
    CommitmentDiscountName LowCardinality(String),
    CommitmentDiscountQuantity Nullable(Decimal(38, 18)),
    CommitmentDiscountStatus LowCardinality(String),
    CommitmentDiscountType LowCardinality(String),
    CommitmentDiscountUnit LowCardinality(String),
    CommitmentProgramEligibilityDetails String,
    ConsumedQuantity Nullable(Decimal(38, 18)),
    ConsumedUnit LowCardinality(String),
    ContractApplied String,
    ContractedCost Nullable(Decimal(76, 30)),
    ContractedUnitPrice Nullable(Decimal(38, 18)),
    EffectiveCost Nullable(Decimal(76, 30)),
    HostProviderName LowCardinality(String),
    InvoiceDetailId LowCardinality(String),
    InvoiceId LowCardinality(String),
    InvoiceIssuerName LowCardinality(String),
    ListCost Nullable(Decimal(76, 30)),
    ListUnitPrice Nullable(Decimal(38, 18)),
    PricingCategory LowCardinality(String),
    PricingCurrency LowCardinality(String),
    PricingCurrencyContractedUnitPrice Nullable(Decimal(38, 18)),
    PricingCurrencyEffectiveCost Nullable(Decimal(76, 30)),
    PricingCurrencyListUnitPrice Nullable(Decimal(38, 18)),
    PricingQuantity Nullable(Decimal(38, 18)),
    PricingUnit LowCardinality(String),
    ProviderName LowCardinality(String),
    PublisherName LowCardinality(String),
    RegionId LowCardinality(String),
    RegionName LowCardinality(String),
    ResourceId String,
    ResourceName String,
    ResourceType LowCardinality(String),
    ServiceCategory LowCardinality(String),
    ServiceName LowCardinality(String),
    ServiceProviderName LowCardinality(String),
    ServiceSubcategory LowCardinality(String),
    SkuId LowCardinality(String),
    SkuMeter LowCardinality(String),
    SkuPriceDetails String,
    SkuPriceId LowCardinality(String),
    SubAccountId LowCardinality(String),
    SubAccountName LowCardinality(String),
    SubAccountType LowCardinality(String),
    Tags Map(LowCardinality(String), String),
    x_columns Map(LowCardinality(String), String)
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(billing_period)
  ORDER BY (organization_id, load_id, charge_date, ServiceName, SubAccountId, ResourceId)
  -- A part has some two hundred streams; with full-size buffers, writing one took 600 MB.
  SETTINGS min_columns_to_activate_adaptive_write_buffer = 1`,
  `CREATE TABLE rejected_row (
    organization_id UUID,
    import_id String,
    file String,
    line UInt64,
    column String,
    value String,
    reason String,
    row String,
    created_at DateTime('UTC') DEFAULT now('UTC')
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, import_id, file, line)`,
]

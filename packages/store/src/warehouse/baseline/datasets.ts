/**
 * The smaller FOCUS datasets, and a table for results of streamed files.
 *
 * Their rows are visible like cost lines: through the loads of their import. `load_id` starts with the import, followed
 * by billing period and account where the dataset has them. Here a missing time is NULL.
 */
export const datasetsSchema: readonly string[] = [
  `CREATE TABLE contract_commitment (
    organization_id UUID,
    load_id LowCardinality(String),
    BillingCurrency LowCardinality(String),
    ContractCommitmentApplicability String,
    ContractCommitmentBenefitCategory LowCardinality(String),
    ContractCommitmentCategory LowCardinality(String),
    ContractCommitmentCost Nullable(Decimal(76, 30)),
    ContractCommitmentCreated Nullable(DateTime('UTC')),
    ContractCommitmentDescription String,
    ContractCommitmentDiscountPercentage Nullable(Decimal(38, 18)),
    ContractCommitmentDurationType LowCardinality(String),
    ContractCommitmentFulfillmentInterval LowCardinality(String),
    ContractCommitmentId String,
    ContractCommitmentLastUpdated Nullable(DateTime('UTC')),
    ContractCommitmentLifecycleStatus LowCardinality(String),
    ContractCommitmentModel LowCardinality(String),
    ContractCommitmentOfferCategory LowCardinality(String),
    ContractCommitmentPaymentInterval LowCardinality(String),
    ContractCommitmentPaymentModel LowCardinality(String),
    ContractCommitmentPaymentUpfrontPercentage Nullable(Decimal(38, 18)),
    ContractCommitmentPeriodEnd Nullable(DateTime('UTC')),
    ContractCommitmentPeriodStart Nullable(DateTime('UTC')),
    ContractCommitmentQuantity Nullable(Decimal(38, 18)),
    ContractCommitmentType LowCardinality(String),
    ContractCommitmentUnit LowCardinality(String),
    ContractId String,
    ContractPeriodEnd Nullable(DateTime('UTC')),
    ContractPeriodStart Nullable(DateTime('UTC')),
    InvoiceIssuerName LowCardinality(String),
    PricingCurrency LowCardinality(String),
    PricingCurrencyContractCommitmentCost Nullable(Decimal(76, 30)),
    ServiceProviderName LowCardinality(String),
    x_columns Map(LowCardinality(String), String)
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, load_id, ContractCommitmentId)`,
  `CREATE TABLE billing_period (
    organization_id UUID,
    load_id LowCardinality(String),
    BillingPeriodCreated Nullable(DateTime('UTC')),
    BillingPeriodEnd Nullable(DateTime('UTC')),
    BillingPeriodLastUpdated Nullable(DateTime('UTC')),
    BillingPeriodStart Nullable(DateTime('UTC')),
    BillingPeriodStatus LowCardinality(String),
    InvoiceIssuerName LowCardinality(String),
    x_columns Map(LowCardinality(String), String)
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, load_id)`,
  `CREATE TABLE invoice_detail (
    organization_id UUID,
    load_id LowCardinality(String),
    BilledCost Nullable(Decimal(76, 30)),
    BillingAccountId LowCardinality(String),
    BillingCurrency LowCardinality(String),
    BillingPeriodEnd Nullable(DateTime('UTC')),
    BillingPeriodStart Nullable(DateTime('UTC')),
    ChargeCategory LowCardinality(String),
    InvoiceDetailCreated Nullable(DateTime('UTC')),
    InvoiceDetailDescription String,
    InvoiceDetailGrain String,
    InvoiceDetailId String,
    InvoiceDetailLastUpdated Nullable(DateTime('UTC')),
    InvoiceId LowCardinality(String),
    InvoiceIssueDate Nullable(DateTime('UTC')),
    InvoiceIssueStatus LowCardinality(String),
    InvoiceIssuerName LowCardinality(String),
    PaymentCurrency LowCardinality(String),
    PaymentCurrencyBilledCost Nullable(Decimal(76, 30)),
    PaymentCurrencyInvoiceDetailId String,
    PaymentDueDate Nullable(DateTime('UTC')),
    PaymentTerms LowCardinality(String),
    PurchaseOrderNumber String,
    ReferenceInvoiceId LowCardinality(String),
    x_columns Map(LowCardinality(String), String)
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, load_id, InvoiceId, InvoiceDetailId)`,
  // Only an INSERT can query a file that is streamed to the engine: its result is stored here and read back.
  `CREATE TABLE file_answer (
    organization_id UUID,
    question_id UUID,
    answer Array(Nullable(String)),
    requested_at DateTime('UTC') DEFAULT now('UTC')
  )
  ENGINE = MergeTree
  ORDER BY (organization_id, question_id)
  TTL requested_at + INTERVAL 1 DAY`,
]

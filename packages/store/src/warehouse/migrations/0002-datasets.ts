/**
 * The smaller datasets of FOCUS beside the cost lines, and a place for answers about streamed files.
 *
 * Their rows are visible as cost lines are: through the loads of the import that brought them. `load_id` begins with
 * the import, and goes on with billing period and account as far as the dataset has them. Here an absent time is NULL.
 */
import type { WarehouseMigration } from '../migration.ts'

export const datasets: WarehouseMigration = {
  name: '0002-datasets',
  statements: [
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
    // A part of cost lines has some two hundred streams; with buffers of full size each, writing one took 600 MB.
    'ALTER TABLE cost_line MODIFY SETTING min_columns_to_activate_adaptive_write_buffer = 1',
    // A file that is streamed to the engine can only be asked by an INSERT: its answer is put here and read back.
    `CREATE TABLE file_answer (
        organization_id UUID,
        question_id UUID,
        answer Array(Nullable(String)),
        asked_at DateTime('UTC') DEFAULT now('UTC')
      )
      ENGINE = MergeTree
      ORDER BY (organization_id, question_id)
      TTL asked_at + INTERVAL 1 DAY`,
  ],
}

/** The tables of `database/migrations/0003-billing.ts` as Kysely types. Amounts are minor units. */

import type { BillingAccount } from '@kept/domain/billing/account.ts'
import type { BillingAlertKind } from '@kept/domain/billing/alert-kinds.ts'
import type { InvoiceDocument, InvoiceKind, LineAction, LineGroup } from '@kept/domain/billing/invoice-document.ts'
import type { JournalAccount, JournalKind } from '@kept/domain/billing/journal.ts'
import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import type {
  CreditSource,
  CreditState,
  DisputeState,
  DocumentState,
  LineState,
  PaymentAttemptState,
  PaymentState,
  Rail,
  RefundState,
  SyncState,
} from '@kept/domain/billing/states.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type MaybeText = ColumnType<string | null, string | null | undefined, string | null>
/** The driver returns bigint as text. */
type Minor = ColumnType<string, bigint | string, bigint | string>
type SomeMinor = ColumnType<string, bigint | string | undefined, bigint | string>

export interface BillingSchema {
  billing_settings: {
    version: number
    settings: ColumnType<BillingSettings, string, never>
    changed_by: string
    changed_at: Date
  }
  billing_logo: { version: number; picture: Buffer | null; changed_by: string; changed_at: Date }
  billing_account: {
    organization_id: string
    buyer: Json<BillingAccount['buyer']>
    recipients: Json<string[]>
    locale: string
    purchase_order: Generated<string>
    preferred_rail: Generated<Rail>
    terms_days: ColumnType<number | null, number | null | undefined, number | null>
    updated_at: Date
  }
  billing_subscription: {
    organization_id: string
    plan: 'performance'
    started_on: string
    notice_days: number
    canceled_at: MaybeTime
    ends_on: MaybeText
    cancel_reason: Generated<string>
    updated_at: Date
  }
  billing_alert: {
    id: Generated<string>
    organization_id: string
    name: string
    kind: BillingAlertKind
    currency: MaybeText
    threshold: Minor
    enabled: Generated<boolean>
    created_by: string
    created_at: Date
  }
  billing_alert_crossing: {
    organization_id: string
    alert_id: string
    subject: string
    title: string
    crossed_at: Date
  }
  billing_number_series: { series: string; last_number: number }
  billing_invoice: {
    id: Generated<string>
    organization_id: string
    kind: InvoiceKind
    state: DocumentState
    payment_state: Generated<PaymentState>
    sync_state: Generated<SyncState>
    number: MaybeText
    currency: string
    period: string
    created_at: Date
    issue_after: Date
    issued_at: MaybeTime
    issued_on: MaybeText
    due_on: MaybeText
    voided_at: MaybeTime
    void_reason: Generated<string>
    net_minor: SomeMinor
    tax_minor: SomeMinor
    gross_minor: SomeMinor
    credit_applied_minor: SomeMinor
    due_minor: SomeMinor
    paid_minor: SomeMinor
    credited_minor: SomeMinor
    written_off_minor: SomeMinor
    corrects_invoice_id: MaybeText
    document: MaybeJson<InvoiceDocument>
  }
  billing_statement: {
    statement_id: string
    organization_id: string
    outcome: 'nothing_to_bill' | 'drafted' | 'credited'
    invoice_id: string | null
    currency: string
    period: string
    fee_minor: Minor
    billed_at: Date
  }
  billing_invoice_line: {
    id: Generated<string>
    organization_id: string
    invoice_id: string | null
    statement_id: string
    state: ColumnType<LineState, LineState | undefined, LineState>
    position: number
    line_group: LineGroup
    description: string
    currency: string
    period: string
    saved: string
    fee_exact: string
    fee_minor: Minor
    actions: Json<LineAction[]>
  }
  billing_dispute: {
    id: Generated<string>
    organization_id: string
    invoice_id: string
    line_id: string
    state: DisputeState
    reason: string
    opened_by: string
    opened_at: Date
    answer: Generated<string>
    answered_by: Generated<string>
    answered_at: MaybeTime
    credit_note_id: MaybeText
  }
  billing_email: {
    id: Generated<string>
    organization_id: string
    invoice_id: string | null
    kind: string
    recipients: Json<string[]>
    subject: string
    body: string
    state: 'waiting' | 'sent' | 'failed'
    error: Generated<string>
    created_at: Date
    sent_at: MaybeTime
    source: string
  }
  billing_credit: {
    id: Generated<string>
    organization_id: string
    currency: string
    source: CreditSource
    state: CreditState
    amount_minor: Minor
    remaining_minor: Minor
    invoice_id: MaybeText
    reference: string
    created_by: string
    created_at: Date
    available_at: MaybeTime
  }
  billing_credit_use: {
    id: Generated<string>
    organization_id: string
    credit_id: string
    invoice_id: string
    amount_minor: Minor
    used_at: Date
  }
  billing_payment: {
    id: Generated<string>
    organization_id: string
    invoice_id: MaybeText
    credit_id: MaybeText
    rail: Rail
    state: PaymentAttemptState
    currency: string
    amount_minor: Minor
    applied_minor: SomeMinor
    refunded_minor: SomeMinor
    disputed_minor: SomeMinor
    reference: Generated<string>
    rail_ref: MaybeText
    idempotency_key: string
    method_id: MaybeText
    failure_reason: Generated<string>
    action_url: MaybeText
    recorded_by: string
    created_at: Date
    updated_at: Date
    received_on: MaybeText
  }
  billing_refund: {
    id: Generated<string>
    organization_id: string
    payment_id: string
    state: RefundState
    amount_minor: Minor
    reason: string
    rail_ref: MaybeText
    idempotency_key: string
    failure_reason: Generated<string>
    recorded_by: string
    created_at: Date
    updated_at: Date
  }
  billing_journal_transaction: {
    id: Generated<string>
    organization_id: string
    source: string
    kind: JournalKind
    currency: string
    description: string
    invoice_id: MaybeText
    booked_at: Date
  }
  billing_journal_posting: {
    transaction_id: string
    position: number
    organization_id: string
    account: JournalAccount
    debit_minor: SomeMinor
    credit_minor: SomeMinor
  }
}

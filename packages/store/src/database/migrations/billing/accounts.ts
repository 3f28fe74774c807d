/** Who is billed and by which terms: the operator's settings, and each organization's details, plan and alerts. */
import { appendOnly } from '../../baseline/append-only.ts'
import { protect } from '../../baseline/row-security.ts'

export const accountTables: readonly string[] = [
  // The operator's own: seller, tax, terms. Each change is a new version.
  `CREATE TABLE billing_settings (
    version integer PRIMARY KEY,
    settings jsonb NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  ...appendOnly('billing_settings'),
  `CREATE TABLE billing_account (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    buyer jsonb NOT NULL,
    -- Additional addresses for invoices and reminders.
    recipients jsonb NOT NULL DEFAULT '[]',
    locale text NOT NULL,
    purchase_order text NOT NULL DEFAULT '',
    preferred_rail text NOT NULL DEFAULT 'transfer' CHECK (preferred_rail IN ('transfer', 'stripe')),
    -- Null: the terms of the settings.
    terms_days integer,
    updated_at timestamptz NOT NULL
  )`,
  ...protect('billing_account'),
  `CREATE TABLE billing_subscription (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    plan text NOT NULL CHECK (plan IN ('performance')),
    started_on date NOT NULL,
    notice_days integer NOT NULL,
    canceled_at timestamptz,
    -- The last day of service; later savings are not billed. Null: runs on.
    ends_on date,
    cancel_reason text NOT NULL DEFAULT '',
    updated_at timestamptz NOT NULL,
    CONSTRAINT canceled_with_end CHECK ((canceled_at IS NULL) = (ends_on IS NULL))
  )`,
  ...protect('billing_subscription'),
  `CREATE TABLE billing_alert (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('fee', 'invoice_due', 'spend', 'credit_balance')),
    currency text NOT NULL,
    -- Minor units; of an alert on due dates the number of days.
    threshold bigint NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    -- What it was last sent for, so that it is sent once for it.
    sent_for text NOT NULL DEFAULT '',
    created_by text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  ...protect('billing_alert'),
]

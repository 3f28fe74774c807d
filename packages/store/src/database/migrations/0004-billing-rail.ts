/**
 * The payment rail: customers and methods there, its messages and movements, differences from the journal, and dunning.
 * No card data: a method is a reference, a brand and four digits.
 */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

const readableByOperator = (table: string) =>
  `CREATE POLICY installation ON ${table} FOR SELECT USING (current_setting('app.installation', true) = 'on')`

const methodTables: readonly string[] = [
  `CREATE TABLE billing_rail_customer (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    rail text NOT NULL CHECK (rail IN ('stripe')),
    -- What the rail is told, stored first so that a repeated call says the same.
    name text NOT NULL,
    email text NOT NULL,
    ref text UNIQUE,
    created_at timestamptz NOT NULL
  )`,
  ...protect('billing_rail_customer'),
  readableByOperator('billing_rail_customer'),
  `CREATE TABLE billing_payment_method (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    rail text NOT NULL CHECK (rail IN ('stripe')),
    rail_ref text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('card', 'bank_debit', 'other')),
    brand text NOT NULL,
    last4 text NOT NULL,
    -- "2028-08"
    expires text,
    label text NOT NULL DEFAULT '',
    is_default boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    -- Removed at the rail as well.
    detached_at timestamptz,
    UNIQUE (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX billing_payment_method_default ON billing_payment_method (organization_id)
    WHERE is_default AND removed_at IS NULL`,
  ...protect('billing_payment_method'),
  readableByOperator('billing_payment_method'),
  `ALTER TABLE billing_payment ADD FOREIGN KEY (organization_id, method_id)
    REFERENCES billing_payment_method (organization_id, id)`,
  // The job that charges reads who wants to be charged.
  readableByOperator('billing_account'),
  // Two attempts that can both still move money would be a double charge.
  `CREATE UNIQUE INDEX billing_payment_one_unsettled ON billing_payment (organization_id, invoice_id)
    WHERE rail = 'stripe' AND state IN ('pending', 'action_required')`,
  `CREATE TABLE billing_payment_setup (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    rail_ref text NOT NULL UNIQUE,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'expired')),
    created_by text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  ...protect('billing_payment_setup'),
  readableByOperator('billing_payment_setup'),
]

const railTables: readonly string[] = [
  // Messages of the rail, each once. They name no organization; it follows from the object that is read again.
  `CREATE TABLE billing_rail_event (
    id text PRIMARY KEY,
    type text NOT NULL,
    object_kind text NOT NULL CHECK (object_kind IN ('charge', 'refund', 'setup', 'other')),
    object_ref text NOT NULL,
    made_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    handled_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    error text NOT NULL DEFAULT ''
  )`,
  `CREATE INDEX billing_rail_event_waiting ON billing_rail_event (received_at) WHERE handled_at IS NULL`,
  `CREATE TABLE billing_rail_movement (
    ref text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')),
    charge_ref text,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    moved_at timestamptz NOT NULL
  )`,
  `CREATE INDEX billing_rail_movement_of_charge ON billing_rail_movement (charge_ref, currency)`,
  `CREATE TABLE billing_reconciliation_run (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Movements before this moment have been read.
    read_until timestamptz NOT NULL,
    finished_at timestamptz NOT NULL,
    charges integer NOT NULL,
    differences integer NOT NULL
  )`,
  `CREATE TABLE billing_reconciliation_difference (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind text NOT NULL CHECK (kind IN ('missing_in_journal', 'missing_at_rail', 'amount_differs')),
    charge_ref text NOT NULL,
    payment_id uuid,
    organization_id uuid,
    currency text NOT NULL,
    rail_minor bigint NOT NULL,
    journal_minor bigint NOT NULL,
    found_at timestamptz NOT NULL,
    -- Both sides agree again.
    resolved_at timestamptz
  )`,
  `CREATE UNIQUE INDEX billing_reconciliation_difference_open
    ON billing_reconciliation_difference (charge_ref, currency) WHERE resolved_at IS NULL`,
]

const dunningTables: readonly string[] = [
  // The operator's own; a currency without a row has the default steps.
  `CREATE TABLE billing_dunning_campaign (
    currency text PRIMARY KEY,
    enabled boolean NOT NULL,
    steps jsonb NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  `CREATE TABLE billing_dunning_pause (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    reason text NOT NULL,
    paused_by text NOT NULL,
    paused_at timestamptz NOT NULL
  )`,
  ...protect('billing_dunning_pause'),
  readableByOperator('billing_dunning_pause'),
  `CREATE TABLE billing_dunning_step (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    invoice_id uuid NOT NULL,
    days_after_due integer NOT NULL,
    action text NOT NULL CHECK (action IN
      ('reminder', 'second_reminder', 'retry_charge', 'notify_operator', 'mark_uncollectible')),
    state text NOT NULL CHECK (state IN ('done', 'skipped', 'failed')),
    detail text NOT NULL DEFAULT '',
    taken_at timestamptz NOT NULL,
    UNIQUE (organization_id, invoice_id, days_after_due, action),
    FOREIGN KEY (organization_id, invoice_id) REFERENCES billing_invoice (organization_id, id)
  )`,
  ...protect('billing_dunning_step'),
  readableByOperator('billing_dunning_step'),
]

export const billingRail: DatabaseMigration = {
  name: '0004-billing-rail',
  statements: [methodTables, railTables, dunningTables].flat(),
}

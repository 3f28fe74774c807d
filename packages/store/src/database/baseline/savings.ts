/**
 * The savings ledger. Frozen baselines, ledger entries and signed statements are append-only: the application lacks the
 * privilege to update or delete them, and triggers stop the tables' owner as well. Nothing cascades: entries outlive
 * what they are about.
 */
import { appendOnly } from './append-only.ts'
import { protect } from './row-security.ts'

export const savingsSchema: readonly string[] = [
  `CREATE FUNCTION reject_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the savings ledger is append-only';
  END $$`,
  `CREATE TABLE savings_action (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    -- No foreign key: an action outlives its recommendation.
    recommendation_id uuid,
    rule text NOT NULL DEFAULT '',
    title text NOT NULL,
    -- As recorded: kind, resource, earliest hour, mask.
    input jsonb NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'counting', 'refused', 'withdrawn')),
    reason text NOT NULL DEFAULT '',
    -- The action as statements carry it, set when its baseline is frozen and immutable from then on.
    action jsonb,
    baseline_hash text,
    currency text NOT NULL DEFAULT '',
    estimate numeric,
    recorded_by text NOT NULL,
    recorded_at timestamptz NOT NULL,
    counts_since timestamptz,
    -- What recorded it: a user, or a feature on its own.
    source text NOT NULL DEFAULT 'person' CHECK (source IN ('person', 'recommendation', 'loop', 'schedule')),
    source_id text NOT NULL DEFAULT '',
    CONSTRAINT counting_is_frozen CHECK ((state = 'counting') = (action IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX savings_action_of_recommendation ON savings_action (organization_id, recommendation_id)
    WHERE recommendation_id IS NOT NULL AND state <> 'withdrawn'`,
  // The same stop or schedule is recorded once, and again only after it was withdrawn.
  `CREATE UNIQUE INDEX savings_action_of_source
    ON savings_action (organization_id, source, source_id, (input ->> 'resource_id'))
    WHERE source IN ('loop', 'schedule') AND state <> 'withdrawn'`,
  `CREATE INDEX savings_action_newest ON savings_action (organization_id, recorded_at DESC)`,
  ...protect('savings_action'),
  `CREATE FUNCTION reject_frozen_action_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.action IS NOT NULL THEN
      RAISE EXCEPTION 'an action that counts is never changed';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END $$`,
  `CREATE TRIGGER frozen_action_is_immutable BEFORE UPDATE OR DELETE ON savings_action
    FOR EACH ROW EXECUTE FUNCTION reject_frozen_action_change()`,
  `CREATE TABLE savings_baseline (
    organization_id uuid NOT NULL REFERENCES organization,
    hash text NOT NULL,
    baseline jsonb NOT NULL,
    frozen_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, hash)
  )`,
  ...protect('savings_baseline'),
  ...appendOnly('savings_baseline'),
  // An existing commitment before the first action that may leave it unused.
  `CREATE TABLE savings_commitment_baseline (
    organization_id uuid NOT NULL REFERENCES organization,
    commitment text NOT NULL,
    currency text NOT NULL,
    baseline jsonb NOT NULL,
    frozen_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, commitment, currency)
  )`,
  ...protect('savings_commitment_baseline'),
  ...appendOnly('savings_commitment_baseline'),
  // The head of the organization's hash chain. Its row is locked while entries are added.
  `CREATE TABLE savings_ledger_head (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    seq bigint NOT NULL,
    hash text NOT NULL
  )`,
  ...protect('savings_ledger_head'),
  `CREATE TABLE savings_ledger_entry (
    organization_id uuid NOT NULL REFERENCES organization,
    seq bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('accrual', 'reversal', 'trueup', 'fee')),
    part text CHECK (part IN ('usage', 'rate', 'penalty', 'modeled', 'avoidance', 'replaced')),
    period text NOT NULL,
    lineage text NOT NULL,
    action text NOT NULL,
    -- Whole nano-units.
    amount numeric(60, 0) NOT NULL,
    currency text NOT NULL,
    inputs_root text NOT NULL,
    baseline_hash text,
    code_version text NOT NULL,
    config_hash text NOT NULL,
    refers_to text,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    statement_id uuid NOT NULL,
    PRIMARY KEY (organization_id, seq)
  )`,
  `CREATE INDEX savings_ledger_entry_of_action ON savings_ledger_entry (organization_id, action)`,
  `CREATE INDEX savings_ledger_entry_of_period ON savings_ledger_entry (organization_id, period)`,
  ...protect('savings_ledger_entry'),
  ...appendOnly('savings_ledger_entry'),
  `CREATE TABLE savings_statement (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization,
    period text NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('final', 'trueup')),
    issued_at timestamptz NOT NULL,
    before_seq bigint NOT NULL,
    head_seq bigint NOT NULL,
    head_hash text NOT NULL,
    -- Whole nano-units; fee and customer_net in currency units.
    net numeric(60, 0) NOT NULL,
    billable numeric(60, 0) NOT NULL,
    carried_after numeric(60, 0) NOT NULL,
    fee numeric NOT NULL,
    customer_net numeric NOT NULL,
    rule_id text NOT NULL,
    rule_version integer NOT NULL,
    -- The signed statement, byte for byte.
    body text NOT NULL
  )`,
  `CREATE UNIQUE INDEX savings_statement_final ON savings_statement (organization_id, period, currency)
    WHERE kind = 'final'`,
  `CREATE INDEX savings_statement_newest ON savings_statement (organization_id, issued_at DESC)`,
  ...protect('savings_statement'),
  ...appendOnly('savings_statement'),
  // The latest calculation of a month and its inputs. Not part of the ledger: every calculation replaces it.
  `CREATE TABLE savings_run (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    period text NOT NULL,
    currency text NOT NULL,
    state text NOT NULL CHECK (state IN ('provisional', 'final')),
    inputs_key text NOT NULL,
    -- Whole nano-units.
    net numeric(60, 0) NOT NULL,
    parts jsonb NOT NULL,
    -- By action: what of the month so far counts as replaced, in whole nano-units.
    replaced jsonb NOT NULL DEFAULT '{}',
    held jsonb NOT NULL,
    gaps jsonb NOT NULL,
    calculated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, period, currency)
  )`,
  ...protect('savings_run'),
  // Prices that a provider has published for SKUs a bill no longer shows.
  `CREATE TABLE savings_price_notice (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    sku text NOT NULL,
    currency text NOT NULL,
    -- The first hour the price applies to.
    hour timestamptz NOT NULL,
    price numeric NOT NULL,
    source text NOT NULL,
    recorded_by text NOT NULL,
    recorded_at timestamptz NOT NULL,
    -- Lets a withdrawal refer only to a notice of its own organization.
    UNIQUE (organization_id, id)
  )`,
  `CREATE INDEX savings_price_notice_of_sku ON savings_price_notice (organization_id, currency, sku, hour)`,
  ...protect('savings_price_notice'),
  ...appendOnly('savings_price_notice'),
  // A price recorded by mistake stays in its table and no longer counts.
  `CREATE TABLE savings_price_withdrawal (
    organization_id uuid NOT NULL REFERENCES organization,
    notice_id uuid NOT NULL,
    withdrawn_by text NOT NULL,
    withdrawn_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, notice_id),
    FOREIGN KEY (organization_id, notice_id) REFERENCES savings_price_notice (organization_id, id)
  )`,
  ...protect('savings_price_withdrawal'),
  ...appendOnly('savings_price_withdrawal'),
  // Replacements of removed resources, detected in the current bill and again when it changes. Statements carry a copy.
  `CREATE TABLE savings_substitution (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    currency text NOT NULL,
    inputs_key text NOT NULL,
    substitution jsonb NOT NULL,
    detected_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, currency)
  )`,
  ...protect('savings_substitution'),
  // Replacements that a user declared unrelated to an action.
  `CREATE TABLE savings_unrelated (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization,
    action_id uuid NOT NULL,
    resource_id text NOT NULL,
    -- The latest row of an action and a resource decides.
    unrelated boolean NOT NULL,
    reason text NOT NULL,
    declared_by text NOT NULL,
    declared_at timestamptz NOT NULL
  )`,
  `CREATE INDEX savings_unrelated_of_action ON savings_unrelated (organization_id, action_id)`,
  ...protect('savings_unrelated'),
  ...appendOnly('savings_unrelated'),
]

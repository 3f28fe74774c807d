/**
 * The savings ledger. What was frozen, booked and signed is only ever added to: the application may not update or delete
 * these rows (privileges), and neither may whoever owns them (triggers). Nothing cascades: what was booked outlives
 * what it was booked for.
 */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

/** Statements that make a table one that is only added to. */
export function onlyAddedTo(table: string): string[] {
  return [
    `CREATE TRIGGER ${table}_is_final BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ledger_is_final()`,
    `CREATE TRIGGER ${table}_is_not_emptied BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_final()`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM CURRENT_USER, PUBLIC`,
  ]
}

export const savings: DatabaseMigration = {
  name: '0012-savings',
  statements: [
    `CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the savings ledger is only ever added to';
    END $$`,
    `CREATE TABLE savings_action (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization,
      -- No reference: an action stays when its finding is judged away.
      finding_id uuid,
      rule text NOT NULL DEFAULT '',
      title text NOT NULL,
      -- What was said when it was recorded: kind, resource, the earliest hour, a mask.
      wanted jsonb NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'counting', 'refused', 'withdrawn')),
      reason text NOT NULL DEFAULT '',
      -- The action as statements carry it, once its baseline is frozen; from then on it does not change.
      action jsonb,
      baseline_hash text,
      currency text NOT NULL DEFAULT '',
      estimate numeric,
      recorded_by text NOT NULL,
      recorded_at timestamptz NOT NULL,
      counts_since timestamptz,
      CONSTRAINT counting_is_frozen CHECK ((state = 'counting') = (action IS NOT NULL))
    )`,
    `CREATE UNIQUE INDEX savings_action_of_finding ON savings_action (organization_id, finding_id)
      WHERE finding_id IS NOT NULL AND state <> 'withdrawn'`,
    `CREATE INDEX savings_action_newest ON savings_action (organization_id, recorded_at DESC)`,
    ...protect('savings_action'),
    `CREATE FUNCTION frozen_action_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.action IS NOT NULL THEN
        RAISE EXCEPTION 'an action that counts is never changed';
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`,
    `CREATE TRIGGER frozen_action_is_final BEFORE UPDATE OR DELETE ON savings_action
      FOR EACH ROW EXECUTE FUNCTION frozen_action_is_final()`,
    `CREATE TABLE savings_baseline (
      organization_id uuid NOT NULL REFERENCES organization,
      hash text NOT NULL,
      baseline jsonb NOT NULL,
      frozen_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, hash)
    )`,
    ...protect('savings_baseline'),
    ...onlyAddedTo('savings_baseline'),
    // An existing commitment as it was before the first action that may leave it idle.
    `CREATE TABLE savings_commitment_baseline (
      organization_id uuid NOT NULL REFERENCES organization,
      commitment text NOT NULL,
      currency text NOT NULL,
      baseline jsonb NOT NULL,
      frozen_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, commitment, currency)
    )`,
    ...protect('savings_commitment_baseline'),
    ...onlyAddedTo('savings_commitment_baseline'),
    // The head of the organisation's chain. Its row is the lock under which entries are added.
    `CREATE TABLE savings_head (
      organization_id uuid PRIMARY KEY REFERENCES organization,
      seq bigint NOT NULL,
      hash text NOT NULL
    )`,
    ...protect('savings_head'),
    `CREATE TABLE savings_entry (
      organization_id uuid NOT NULL REFERENCES organization,
      seq bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('accrual', 'reversal', 'trueup', 'fee')),
      part text CHECK (part IN ('usage', 'rate', 'penalty', 'modelled', 'avoidance')),
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
    `CREATE INDEX savings_entry_of_action ON savings_entry (organization_id, action)`,
    `CREATE INDEX savings_entry_of_period ON savings_entry (organization_id, period)`,
    ...protect('savings_entry'),
    ...onlyAddedTo('savings_entry'),
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
      -- Whole nano-units; fee and kept as they are owed.
      net numeric(60, 0) NOT NULL,
      billable numeric(60, 0) NOT NULL,
      carried_after numeric(60, 0) NOT NULL,
      fee numeric NOT NULL,
      kept numeric NOT NULL,
      rule_id text NOT NULL,
      rule_version integer NOT NULL,
      -- The signed statement, to the letter.
      body text NOT NULL
    )`,
    `CREATE UNIQUE INDEX savings_statement_one_final ON savings_statement (organization_id, period, currency)
      WHERE kind = 'final'`,
    `CREATE INDEX savings_statement_newest ON savings_statement (organization_id, issued_at DESC)`,
    ...protect('savings_statement'),
    ...onlyAddedTo('savings_statement'),
    // How a month stands: the latest run over it and what that was made from. Not the ledger; written anew each time.
    `CREATE TABLE savings_run (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      period text NOT NULL,
      currency text NOT NULL,
      state text NOT NULL CHECK (state IN ('provisional', 'final')),
      inputs_key text NOT NULL,
      -- Whole nano-units.
      net numeric(60, 0) NOT NULL,
      parts jsonb NOT NULL,
      held jsonb NOT NULL,
      gaps jsonb NOT NULL,
      ran_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, period, currency)
    )`,
    ...protect('savings_run'),
  ],
}

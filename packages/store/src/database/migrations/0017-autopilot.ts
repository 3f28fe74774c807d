/** Autopilot policies, their runs and changes, the kill switch, and approvals of remediation actions. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const autopilot: DatabaseMigration = {
  name: '0017-autopilot',
  statements: [
    'ALTER TABLE security_policy DROP CONSTRAINT security_policy_kind_check',
    `ALTER TABLE security_policy ADD CONSTRAINT security_policy_kind_check
      CHECK (kind IN ('second_factor', 'session_lifetime', 'sign_in', 'api_keys', 'network', 'approvals'))`,
    `CREATE TABLE autopilot_policy (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      settings jsonb NOT NULL,
      -- Who changed it last: they approve none of its changes.
      updated_by_id text NOT NULL,
      updated_by text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (organization_id, name)
    )`,
    ...protect('autopilot_policy'),
    `CREATE TABLE autopilot_run (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      policy_id uuid REFERENCES autopilot_policy ON DELETE SET NULL,
      policy_name text NOT NULL,
      -- As they were when the run started.
      settings jsonb NOT NULL,
      state text NOT NULL CHECK (state IN ('running', 'completed', 'stopped')),
      reason text NOT NULL DEFAULT '',
      scope_resources integer NOT NULL,
      started_by text NOT NULL,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      -- Until then a process is continuing it; afterwards any other may.
      leased_until timestamptz
    )`,
    `CREATE UNIQUE INDEX autopilot_run_of_policy ON autopilot_run (policy_id) WHERE state = 'running'`,
    'CREATE INDEX autopilot_run_by_start ON autopilot_run (organization_id, started_at DESC)',
    ...protect('autopilot_run'),
    `CREATE TABLE autopilot_change (
      -- Its remediation action has the same ID.
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      run_id uuid NOT NULL REFERENCES autopilot_run ON DELETE CASCADE,
      recommendation_id uuid NOT NULL,
      position integer NOT NULL,
      is_canary boolean NOT NULL,
      resource_id text NOT NULL,
      resource_name text NOT NULL,
      rule text NOT NULL,
      step text NOT NULL,
      monthly_savings numeric NOT NULL,
      currency text NOT NULL,
      state text NOT NULL CHECK (state IN ('proposed', 'pending', 'waiting', 'approved', 'applying', 'checking',
        'verified', 'rolling_back', 'rolled_back', 'failed', 'left', 'skipped')),
      reason text NOT NULL DEFAULT '',
      started_at timestamptz,
      check_at timestamptz,
      ended_at timestamptz,
      UNIQUE (run_id, position)
    )`,
    ...protect('autopilot_change'),
    `CREATE TABLE autopilot_switch (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      stopped boolean NOT NULL,
      reason text NOT NULL,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    ...protect('autopilot_switch'),
    `CREATE TABLE action_approval (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      recommendation_id uuid NOT NULL,
      step text NOT NULL,
      -- The dry run of a request of a person: exactly that is carried out.
      dry_run_id uuid REFERENCES remediation_action ON DELETE CASCADE,
      change_id uuid REFERENCES autopilot_change ON DELETE CASCADE,
      description text NOT NULL,
      monthly_savings numeric,
      currency text NOT NULL,
      reason text NOT NULL,
      -- The user who may not approve it, whichever session or API key they use.
      asker_id text NOT NULL,
      asker_name text NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'approved', 'rejected', 'expired', 'canceled')),
      note text NOT NULL DEFAULT '',
      decided_by_id text NOT NULL DEFAULT '',
      decided_by text NOT NULL DEFAULT '',
      decided_at timestamptz,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      CHECK ((dry_run_id IS NULL) <> (change_id IS NULL))
    )`,
    `CREATE UNIQUE INDEX action_approval_of_step ON action_approval (organization_id, recommendation_id)
      WHERE state = 'waiting'`,
    ...protect('action_approval'),
  ],
}

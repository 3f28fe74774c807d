/** Remediation actions about recommendations; policies by which Kept acts, and the changes they led to. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const autopilot: DatabaseMigration = {
  name: '0012-autopilot',
  statements: [
    'ALTER TABLE remediation_action DROP CONSTRAINT remediation_action_subject_check',
    `ALTER TABLE remediation_action ADD CONSTRAINT remediation_action_subject_check
      CHECK (subject IN ('loop', 'environment', 'recommendation'))`,
    `CREATE TABLE autopilot_setting (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      -- The kill switch; null while it is off.
      stopped_at timestamptz,
      stopped_by text NOT NULL,
      limits jsonb NOT NULL
    )`,
    ...protect('autopilot_setting'),
    `CREATE TABLE autopilot_policy (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      policy jsonb NOT NULL,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    ...protect('autopilot_policy'),
    `CREATE TABLE autopilot_change (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- No foreign keys: a change outlives its policy and its recommendation.
      policy_id uuid NOT NULL,
      policy_name text NOT NULL,
      recommendation_id uuid NOT NULL,
      title text NOT NULL,
      resource_id text NOT NULL,
      resource_name text NOT NULL,
      monthly_cost numeric NOT NULL,
      monthly_savings numeric,
      currency text NOT NULL,
      state text NOT NULL CHECK (state IN
        ('planned', 'waiting', 'approved', 'applying', 'checking', 'verified', 'rolled_back', 'rejected', 'failed', 'left')),
      approvals_needed integer NOT NULL,
      approvals jsonb NOT NULL DEFAULT '[]',
      plan jsonb NOT NULL,
      -- The dry run, and then the action that carried it out.
      remediation_action_id uuid NOT NULL,
      reason text NOT NULL DEFAULT '',
      planned_at timestamptz NOT NULL,
      applied_at timestamptz,
      check_until timestamptz,
      ended_at timestamptz
    )`,
    'CREATE INDEX autopilot_change_by_time ON autopilot_change (organization_id, planned_at)',
    // A recommendation is being changed once at a time.
    `CREATE UNIQUE INDEX autopilot_change_active ON autopilot_change (organization_id, recommendation_id)
      WHERE state IN ('waiting', 'approved', 'applying', 'checking')`,
    ...protect('autopilot_change'),
  ],
}

/** Remediation: the cloud accounts Kept may act in, what it may do on its own, and every action with its undo. */
import { protect } from './row-security.ts'

export const remediationSchema: readonly string[] = [
  `CREATE TABLE cloud_account (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    provider text NOT NULL CHECK (provider IN ('aws', 'azure', 'gcp', 'kubernetes')),
    name text NOT NULL,
    account text NOT NULL,
    -- Encrypted, bound to this row.
    credentials text NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, provider, account)
  )`,
  ...protect('cloud_account'),
  `CREATE TABLE remediation_policy (
    organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
    automatic boolean NOT NULL,
    max_step text NOT NULL CHECK (max_step IN ('notify', 'throttle', 'stop')),
    max_per_hour integer NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  ...protect('remediation_policy'),
  `CREATE TABLE remediation_action (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    subject text NOT NULL CHECK (subject IN ('loop', 'environment')),
    subject_id text NOT NULL,
    -- No foreign key: an action outlives its account.
    account_id uuid,
    account_name text NOT NULL,
    automatic boolean NOT NULL,
    actor_name text NOT NULL,
    state text NOT NULL CHECK (state IN ('rehearsed', 'doing', 'done', 'undoing', 'undone', 'left', 'failed')),
    -- Stored with the state of the resource before anything is sent, so that even a crash can be undone.
    plan jsonb NOT NULL,
    at timestamptz NOT NULL,
    revert_at timestamptz,
    -- Held by the process that reverts it until this time; after that another one takes over.
    leased_until timestamptz,
    ended_at timestamptz,
    failure_reason text NOT NULL DEFAULT ''
  )`,
  `CREATE INDEX remediation_action_of_subject ON remediation_action (organization_id, subject, subject_id, at)`,
  `CREATE INDEX remediation_action_to_revert ON remediation_action (revert_at) WHERE state IN ('doing', 'done', 'undoing')`,
  ...protect('remediation_action'),
]

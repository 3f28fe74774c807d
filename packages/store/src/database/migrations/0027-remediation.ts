/**
 * What Kept may do to resources: the accounts it may act in, what an organisation allows it to do by itself, and every
 * deed with how the resource was before. And loops become live: whoever changes one tells the open screens.
 */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const remediation: DatabaseMigration = {
  name: '0027-remediation',
  statements: [
    `CREATE TABLE cloud_account (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      provider text NOT NULL CHECK (provider IN ('aws', 'azure', 'gcp', 'kubernetes')),
      name text NOT NULL,
      account text NOT NULL,
      -- Sealed, bound to this row.
      credentials text NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (organization_id, provider, account)
    )`,
    ...protect('cloud_account'),
    `CREATE TABLE remediation_policy (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      automatic boolean NOT NULL,
      up_to text NOT NULL CHECK (up_to IN ('notify', 'throttle', 'stop')),
      most_per_hour integer NOT NULL,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    ...protect('remediation_policy'),
    `CREATE TABLE deed (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      subject text NOT NULL CHECK (subject IN ('loop', 'environment')),
      subject_id text NOT NULL,
      -- Not a reference: a deed is remembered when its account is not.
      account_id uuid,
      account_name text NOT NULL,
      automatic boolean NOT NULL,
      by_name text NOT NULL,
      state text NOT NULL CHECK (state IN ('rehearsed', 'doing', 'done', 'undoing', 'undone', 'left', 'failed')),
      -- Written before anything is sent: how it was, so that a crash in between can be undone too.
      plan jsonb NOT NULL,
      at timestamptz NOT NULL,
      revert_at timestamptz,
      -- Whoever undoes it holds it until then; after a crash it is somebody else's.
      held_until timestamptz,
      ended_at timestamptz,
      trouble text NOT NULL DEFAULT ''
    )`,
    `CREATE INDEX deed_of_subject ON deed (organization_id, subject, subject_id, at)`,
    `CREATE INDEX deed_to_revert ON deed (revert_at) WHERE state IN ('doing', 'done', 'undoing')`,
    ...protect('deed'),
    `ALTER TABLE loop_incident
      ADD COLUMN critical boolean NOT NULL DEFAULT false,
      -- What it is acted upon by, where that is not the resource's own id.
      ADD COLUMN target_id text NOT NULL DEFAULT '',
      ADD COLUMN action_taken text,
      ADD COLUMN action_success boolean,
      ADD COLUMN action_at timestamptz`,
    `CREATE FUNCTION loop_is_live() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM tell_live(NEW.organization_id, 'metrics', 'metrics_update',
        jsonb_build_object('kind', 'loop_changed', 'loop', NEW.id, 'status', NEW.status));
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER loop_begins_live AFTER INSERT ON loop_incident FOR EACH ROW EXECUTE FUNCTION loop_is_live()`,
    `CREATE TRIGGER loop_changes_live AFTER UPDATE ON loop_incident FOR EACH ROW
      WHEN (ROW(OLD.status, OLD.severity, OLD.confirmed, OLD.last_seen_at, OLD.hourly_cost, OLD.action_at, OLD.action_taken)
        IS DISTINCT FROM
        ROW(NEW.status, NEW.severity, NEW.confirmed, NEW.last_seen_at, NEW.hourly_cost, NEW.action_at, NEW.action_taken))
      EXECUTE FUNCTION loop_is_live()`,
  ],
}

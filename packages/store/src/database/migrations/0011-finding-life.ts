/** The life of a finding: taken up by somebody, done, watched, verified or fallen back; every step remembered. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export const findingLife: DatabaseMigration = {
  name: '0011-finding-life',
  statements: [
    `ALTER TABLE finding DROP CONSTRAINT finding_status_check`,
    `ALTER TABLE finding ADD CONSTRAINT finding_status_check CHECK (status IN
      ('open', 'accepted', 'done', 'verifying', 'verified', 'regressed', 'dismissed', 'gone'))`,
    `ALTER TABLE finding
      ADD COLUMN owner text NOT NULL DEFAULT '',
      ADD COLUMN due_on date,
      ADD COLUMN done_at timestamptz,
      ADD COLUMN done_by text NOT NULL DEFAULT '' CHECK (done_by IN ('', 'claim', 'data')),
      ADD COLUMN verified_at timestamptz,
      ADD COLUMN dismissed_until date,
      ADD COLUMN last_absent_at timestamptz`,
    `CREATE TABLE finding_step (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      finding_id uuid NOT NULL REFERENCES finding ON DELETE CASCADE,
      status_before text NOT NULL,
      status_after text NOT NULL,
      by_name text NOT NULL,
      note text NOT NULL DEFAULT '',
      at timestamptz NOT NULL
    )`,
    `CREATE INDEX finding_step_of ON finding_step (organization_id, finding_id, id)`,
    `ALTER TABLE finding_step ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE finding_step FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON finding_step USING (${own}) WITH CHECK (${own})`,
  ],
}

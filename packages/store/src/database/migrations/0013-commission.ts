/**
 * The commission: what holds for everybody, and a customer's own rules; each change is a new version, none is edited.
 * Operators of this Kept see them and the statements of every customer (`app.installation`, set by one repository for
 * reading only); a customer sees their own.
 */
import type { DatabaseMigration } from '../migration.ts'
import { onlyAddedTo } from './0012-savings.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`
const operator = `current_setting('app.installation', true) = 'on'`

export const commission: DatabaseMigration = {
  name: '0013-commission',
  statements: [
    // Whoever set this Kept up runs it: they see every customer's commission.
    `ALTER TABLE users ADD COLUMN operator boolean NOT NULL DEFAULT false`,
    `CREATE TABLE commission_settings (
      version integer PRIMARY KEY,
      settings jsonb NOT NULL,
      valid_from text NOT NULL,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    ...onlyAddedTo('commission_settings'),
    `CREATE TABLE commission_rule (
      organization_id uuid NOT NULL REFERENCES organization,
      version integer NOT NULL,
      -- Null: from then on what holds for everybody holds here too.
      rule jsonb,
      tier text NOT NULL,
      valid_from text NOT NULL,
      note text NOT NULL DEFAULT '',
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, version)
    )`,
    `ALTER TABLE commission_rule ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE commission_rule FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON commission_rule USING (${own}) WITH CHECK (${own})`,
    `CREATE POLICY installation ON commission_rule FOR SELECT USING (${operator})`,
    ...onlyAddedTo('commission_rule'),
    `CREATE POLICY installation ON savings_statement FOR SELECT USING (${operator})`,
  ],
}

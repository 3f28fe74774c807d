/** Data retention is a policy; custom roles are named sets of permissions of an organization. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const retentionAndRoles: DatabaseMigration = {
  name: '0020-retention-and-roles',
  statements: [
    `ALTER TABLE security_policy DROP CONSTRAINT security_policy_kind_check`,
    `ALTER TABLE security_policy
      ADD CONSTRAINT security_policy_kind_check CHECK (kind IN
        ('second_factor', 'session_lifetime', 'sign_in', 'api_keys', 'network', 'approvals', 'retention')),
      -- Retention deletes nothing before: everyone is told a week ahead.
      ADD COLUMN effective_at timestamptz`,
    `CREATE TABLE custom_role (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      description text NOT NULL DEFAULT '' CHECK (length(description) <= 200),
      permissions jsonb NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (organization_id, id)
    )`,
    'CREATE UNIQUE INDEX custom_role_name ON custom_role (organization_id, lower(name))',
    ...protect('custom_role'),
  ],
}

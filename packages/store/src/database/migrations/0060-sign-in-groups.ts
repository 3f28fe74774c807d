/** Which groups an identity provider named at a user's last sign-in: what a role follows from, and who says so. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const signInGroups: DatabaseMigration = {
  name: '0060-sign-in-groups',
  statements: [
    `CREATE TABLE sign_in_group (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 256),
      -- No reference: who gave a role is still so after the provider was removed.
      provider_id uuid NOT NULL,
      provider_name text NOT NULL,
      signed_in_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, user_id, group_name)
    )`,
    ...protect('sign_in_group'),
  ],
}

/** Invitations, groups of an identity provider and the role for new users can give a custom role. */
import type { DatabaseMigration } from '../migration.ts'

/** Closed invitations must not keep a custom role alive; the server refuses to delete one that is still in use. */
const customRole = (column: string, role: string) =>
  `ADD COLUMN ${column} uuid,
   ADD FOREIGN KEY (organization_id, ${column}) REFERENCES custom_role (organization_id, id) ON DELETE SET NULL (${column}),
   ADD CHECK (${column} IS NULL OR ${role} = 'user')`

export const customRolesAtEntry: DatabaseMigration = {
  name: '0029-custom-roles-at-entry',
  statements: [
    `ALTER TABLE invitation ${customRole('custom_role_id', 'role')}`,
    `ALTER TABLE group_role ${customRole('custom_role_id', 'role')}`,
    `ALTER TABLE identity_provider ${customRole('default_custom_role_id', 'default_role')}`,
  ],
}

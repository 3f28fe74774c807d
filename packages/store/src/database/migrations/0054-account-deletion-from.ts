/** Which organization's identity provider began the session that requested the deletion of an account. */
import type { DatabaseMigration } from '../migration.ts'

export const accountDeletionFrom: DatabaseMigration = {
  name: '0054-account-deletion-from',
  // Null where the user signed in with a way of their own. No reference: the organization may be deleted earlier.
  statements: ['ALTER TABLE users ADD COLUMN deletion_requested_from uuid'],
}

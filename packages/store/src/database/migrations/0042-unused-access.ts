/** Items of access reviews say which permissions were not used. */
import type { DatabaseMigration } from '../migration.ts'

export const unusedAccess: DatabaseMigration = {
  name: '0042-unused-access',
  statements: [
    // Null where the audit log did not reach back far enough, and of roles of groups.
    'ALTER TABLE access_review_item ADD COLUMN unused jsonb',
  ],
}

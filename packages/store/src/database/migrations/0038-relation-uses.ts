/** An instance uses the image it was started from, and an image the snapshots that hold its disks. */
import type { DatabaseMigration } from '../migration.ts'

export const relationUses: DatabaseMigration = {
  name: '0038-relation-uses',
  statements: [
    `ALTER TABLE resource_relation DROP CONSTRAINT resource_relation_kind_check,
      ADD CONSTRAINT resource_relation_kind_check CHECK (kind IN ('attached_to', 'behind', 'member_of', 'uses'))`,
  ],
}

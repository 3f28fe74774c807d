/** What a remedy deletes waits for a grace period: the action keeps when it ends, and when the deletion itself began. */
import type { DatabaseMigration } from '../migration.ts'

export const gracePeriods: DatabaseMigration = {
  name: '0056-grace-periods',
  statements: [
    'ALTER TABLE remediation_action DROP CONSTRAINT remediation_action_state_check',
    `ALTER TABLE remediation_action ADD CONSTRAINT remediation_action_state_check
      CHECK (state IN ('planned', 'doing', 'waiting', 'done', 'undoing', 'undone', 'left', 'failed'))`,
    'ALTER TABLE remediation_action ADD COLUMN delete_after timestamptz',
    'ALTER TABLE remediation_action ADD COLUMN deletion_started_at timestamptz',
    // What waits knows when: a deletion without an end of its grace period would never come, or come at once.
    `ALTER TABLE remediation_action ADD CONSTRAINT remediation_action_wait_check
      CHECK (state <> 'waiting' OR (delete_after IS NOT NULL AND deletion_started_at IS NULL))`,
    `CREATE INDEX remediation_action_to_delete ON remediation_action (organization_id, delete_after)
      WHERE state = 'waiting'`,
    // Kinds that an organization has not set have the default.
    `ALTER TABLE remediation_policy ADD COLUMN grace_days jsonb NOT NULL DEFAULT '{}'`,
  ],
}

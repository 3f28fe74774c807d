/** The plan of a remediation action is a dry run; its state has the name of what it is. */
import type { DatabaseMigration } from '../migration.ts'

export const plannedActions: DatabaseMigration = {
  name: '0011-planned-actions',
  statements: [
    'ALTER TABLE remediation_action DROP CONSTRAINT remediation_action_state_check',
    "UPDATE remediation_action SET state = 'planned' WHERE state = 'rehearsed'",
    `ALTER TABLE remediation_action ADD CONSTRAINT remediation_action_state_check
      CHECK (state IN ('planned', 'doing', 'done', 'undoing', 'undone', 'left', 'failed'))`,
  ],
}

/** Remediation actions about recommendations. */
import type { DatabaseMigration } from '../migration.ts'

export const recommendationActions: DatabaseMigration = {
  name: '0012-recommendation-actions',
  statements: [
    'ALTER TABLE remediation_action DROP CONSTRAINT remediation_action_subject_check',
    `ALTER TABLE remediation_action ADD CONSTRAINT remediation_action_subject_check
      CHECK (subject IN ('loop', 'environment', 'recommendation'))`,
  ],
}

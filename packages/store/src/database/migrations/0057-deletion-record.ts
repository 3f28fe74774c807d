/** What is recorded of a deletion before it is sent, who may complete it, and how long it has been put off. */
import type { DatabaseMigration } from '../migration.ts'

export const deletionRecord: DatabaseMigration = {
  name: '0057-deletion-record',
  statements: [
    'ALTER TABLE remediation_action ADD COLUMN delete_sent_at timestamptz',
    // Whether it was sent is not recorded of those that go on: they count as sent, which keeps their backups.
    `UPDATE remediation_action SET delete_sent_at = deletion_started_at
      WHERE state = 'doing' AND deletion_started_at IS NOT NULL`,
    'ALTER TABLE remediation_action ADD COLUMN earlier_delete_sent_at timestamptz',
    'ALTER TABLE remediation_action ADD COLUMN lease_token uuid',
    'ALTER TABLE remediation_action ADD COLUMN restore_requested_by text',
    'ALTER TABLE remediation_action ADD COLUMN put_off_since timestamptz',
    'ALTER TABLE remediation_action ADD COLUMN put_off_notified_at timestamptz',
    'ALTER TABLE remediation_action ADD COLUMN deletion_attempts integer NOT NULL DEFAULT 0',
  ],
}

/**
 * Approvals are about recommendations, loops and schedules of environments: one table, one protocol. An audit event no
 * longer writes its live event: who reads live events writes it (`live/announce-audit`).
 */
import type { DatabaseMigration } from '../migration.ts'
import { appendFunction } from './0048-security-upkeep.ts'

export const approvalsOfEverything: DatabaseMigration = {
  name: '0051-approvals-of-everything',
  statements: [
    'DROP INDEX action_approval_of_step',
    `ALTER TABLE action_approval
      ADD COLUMN subject text NOT NULL DEFAULT 'recommendation'
        CHECK (subject IN ('loop', 'environment', 'recommendation')),
      ALTER COLUMN recommendation_id TYPE text,
      -- What is carried out in addition to the dry run, or where there is none.
      ADD COLUMN request jsonb`,
    'ALTER TABLE action_approval ALTER COLUMN subject DROP DEFAULT',
    'ALTER TABLE action_approval RENAME COLUMN recommendation_id TO subject_id',
    // The only other check of two columns: exactly a dry run or a change.
    'ALTER TABLE action_approval DROP CONSTRAINT action_approval_check',
    `ALTER TABLE action_approval ADD CONSTRAINT action_approval_carries_out CHECK (
      CASE subject
        WHEN 'environment' THEN num_nonnulls(dry_run_id, change_id) = 0 AND request IS NOT NULL
        WHEN 'loop' THEN dry_run_id IS NOT NULL AND change_id IS NULL AND request IS NOT NULL
        ELSE num_nonnulls(dry_run_id, change_id) = 1
      END)`,
    `CREATE UNIQUE INDEX action_approval_of_subject ON action_approval (organization_id, subject, subject_id)
      WHERE state = 'waiting'`,
    appendFunction(''),
    `CREATE INDEX live_event_of_audit ON live_event (organization_id, seq) WHERE channel = 'audit'`,
  ],
}

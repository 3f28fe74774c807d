/**
 * Audit events name the session that they came from. Security alerts of one incident are looked up by their thread, so
 * that repetitions within an hour are sent together.
 */
import type { DatabaseMigration } from '../migration.ts'
import { eraseFunction } from './0019-deletion.ts'
import { appendFunction } from './0048-security-upkeep.ts'

const later = ['session_id']

export const securityAlertsMigration: DatabaseMigration = {
  name: '0053-security-alerts',
  statements: [
    // Without an index: each would cost every event, and the sessions of a person are found by the person.
    'ALTER TABLE audit_event ADD COLUMN session_id text',
    appendFunction('', later),
    eraseFunction(later),
    `CREATE INDEX alert_event_of_security_thread ON alert_event (organization_id, thread, routed_at)
      WHERE kind = 'security'`,
  ],
}

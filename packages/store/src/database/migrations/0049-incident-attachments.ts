/** What a timeline of an incident refers to: audit events, loops, anomalies and scans. */
import type { DatabaseMigration } from '../migration.ts'

export const incidentAttachments: DatabaseMigration = {
  name: '0049-incident-attachments',
  statements: [
    `ALTER TABLE security_incident_entry
      DROP CONSTRAINT security_incident_entry_kind_check,
      ADD CHECK (kind IN ('opened', 'status', 'changed', 'comment', 'attached')),
      ADD COLUMN reference_kind text CHECK (reference_kind IN ('audit_event', 'loop', 'anomaly', 'scan')),
      ADD COLUMN reference_id text,
      ADD CHECK ((reference_kind IS NULL) = (reference_id IS NULL))`,
  ],
}

/** Destinations that receive each audit event, and how far each of them is. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const auditStreams: DatabaseMigration = {
  name: '0033-audit-streams',
  statements: [
    `CREATE TABLE audit_stream (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      settings jsonb NOT NULL,
      host text NOT NULL,
      -- Encrypted; empty for a destination without secrets.
      secret text NOT NULL,
      enabled boolean NOT NULL DEFAULT true,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      -- The number of the last event that was delivered.
      delivered_seq bigint NOT NULL,
      delivered_at timestamptz,
      failed_attempts int NOT NULL DEFAULT 0,
      failure_reason text NOT NULL DEFAULT '',
      next_attempt_at timestamptz,
      -- Until then, one process delivers.
      leased_until timestamptz,
      UNIQUE (organization_id, name)
    )`,
    ...protect('audit_stream'),
    // Set by one repository to read which organizations have streams.
    `CREATE POLICY audit_stream_tick ON audit_stream FOR SELECT
      USING (current_setting('app.audit_stream_tick', true) = 'on')`,
  ],
}

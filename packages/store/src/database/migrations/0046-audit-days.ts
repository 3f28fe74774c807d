/**
 * The first and last event of each day of the audit log. Events are numbered as they are recorded, which is nearly in
 * the order of their times; the days lead to the numbers, in which every index ends.
 */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'
import { createAppendFunction } from './0034-append-audit-event.ts'

/** A day's range only grows, so that it holds all of its events whatever was erased. */
const grow = `ON CONFLICT (organization_id, day) DO UPDATE SET
        first_seq = least(audit_day.first_seq, excluded.first_seq),
        last_seq = greatest(audit_day.last_seq, excluded.last_seq)`

export const auditDays: DatabaseMigration = {
  name: '0046-audit-days',
  statements: [
    `CREATE TABLE audit_day (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- In UTC.
      day date NOT NULL,
      first_seq bigint NOT NULL,
      last_seq bigint NOT NULL,
      PRIMARY KEY (organization_id, day)
    ) WITH (fillfactor = 50)`,
    'ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY',
    `INSERT INTO audit_day (organization_id, day, first_seq, last_seq)
      SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, min(seq), max(seq) FROM audit_event GROUP BY 1, 2`,
    'ALTER TABLE audit_event FORCE ROW LEVEL SECURITY',
    ...protect('audit_day'),
    createAppendFunction(`INSERT INTO audit_day (organization_id, day, first_seq, last_seq)
        VALUES (own_organization, ((event ->> 'created_at')::timestamptz AT TIME ZONE 'UTC')::date,
          last_seq + 1, last_seq + 1)
        ${grow};`),
  ],
}

/** Issues that people opened in a tracker for a recommendation or an anomaly. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const tickets: DatabaseMigration = {
  name: '0036-tickets',
  statements: [
    `CREATE TABLE ticket (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      subject_kind text NOT NULL CHECK (subject_kind IN ('recommendation', 'anomaly')),
      -- Without a reference: the ticket outlives what it was about.
      subject_id uuid NOT NULL,
      -- A removed channel stays as a row, so its tickets keep their name.
      channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
      tracker text NOT NULL CHECK (tracker IN ('jira', 'github')),
      title text NOT NULL,
      -- Both null while the tracker is asked.
      issue_key text,
      url text,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      -- The request that opens the issue has until then; later, another one may ask again.
      claimed_until timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 1,
      CHECK ((issue_key IS NULL) = (url IS NULL))
    )`,
    'CREATE UNIQUE INDEX ticket_of_subject ON ticket (organization_id, subject_kind, subject_id, channel_id)',
    ...protect('ticket'),
  ],
}

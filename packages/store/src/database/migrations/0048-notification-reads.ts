/**
 * Who has read which notification. Rows read before this migration stay read for everyone (`notification.read_at`).
 * Loops, failed imports and savings regressions reach open screens as `cost_alert`, like anomalies and budgets.
 */
import type { DatabaseMigration } from '../migration.ts'
import { protect } from './0012-savings.ts'

const alerting = `('anomaly', 'budget', 'loop', 'import_failed', 'savings_regression')`

export const notificationReads: DatabaseMigration = {
  name: '0048-notification-reads',
  statements: [
    `CREATE TABLE notification_read (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- A person's id, "operator" for the command line, or the session of a demo visitor.
      reader text NOT NULL,
      notification_id uuid NOT NULL REFERENCES notification ON DELETE CASCADE,
      read_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, reader, notification_id)
    )`,
    'CREATE INDEX notification_read_of_notification ON notification_read (notification_id)',
    ...protect('notification_read'),
    `CREATE OR REPLACE FUNCTION notification_is_live() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM tell_live(NEW.organization_id,
        CASE WHEN NEW.kind IN ${alerting} THEN 'alerts' ELSE 'metrics' END,
        CASE WHEN NEW.kind IN ${alerting} THEN 'cost_alert' ELSE 'metrics_update' END,
        jsonb_build_object('kind', NEW.kind, 'title', NEW.title, 'body', NEW.body, 'href', NEW.href));
      RETURN NEW;
    END $$`,
  ],
}

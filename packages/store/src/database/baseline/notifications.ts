/** Notifications, and the live events that open screens receive. Repositories write both (`live/publish.ts`). */
import { protect } from './row-security.ts'

export const notificationsSchema: readonly string[] = [
  `CREATE TABLE live_event (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    channel text NOT NULL CHECK (channel IN ('metrics', 'alerts', 'security')),
    type text NOT NULL CHECK (type IN ('metrics_update', 'cost_alert', 'security_alert')),
    payload jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  `CREATE INDEX live_event_since ON live_event (organization_id, seq)`,
  ...protect('live_event'),
  `CREATE TABLE notification (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    href text NOT NULL,
    -- Notifications of the same incident share a thread.
    thread text NOT NULL DEFAULT '',
    read_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX notification_newest ON notification (organization_id, created_at DESC)`,
  ...protect('notification'),
  `CREATE TABLE notification_read (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    -- A user id, "operator" for the command line, or the session of a demo visitor.
    reader text NOT NULL,
    notification_id uuid NOT NULL REFERENCES notification ON DELETE CASCADE,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, reader, notification_id)
  )`,
  'CREATE INDEX notification_read_of_notification ON notification_read (notification_id)',
  ...protect('notification_read'),
]

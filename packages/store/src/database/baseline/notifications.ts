/**
 * Notifications, and the events that open screens receive. Anomalies, budgets, loops, failed imports and savings
 * regressions reach them as `cost_alert`, everything else as `metrics_update`.
 */
import { protect } from './row-security.ts'

const alertKinds = `('anomaly', 'budget', 'loop', 'import_failed', 'savings_regression')`

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
  // The lock makes numbers visible in order: a reader that has seen 7 never finds a 6 later.
  `CREATE FUNCTION publish_live_event(organization uuid, channel text, type text, payload jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(7253015, hashtext(organization::text));
    INSERT INTO live_event (organization_id, channel, type, payload)
      VALUES (organization, channel, type, payload);
    PERFORM pg_notify('kept_live', organization::text);
  END $$`,
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
  // A trigger, so that every notification reaches the open screens, whichever code creates it.
  `CREATE FUNCTION publish_notification() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM publish_live_event(NEW.organization_id,
      CASE WHEN NEW.kind IN ${alertKinds} THEN 'alerts' ELSE 'metrics' END,
      CASE WHEN NEW.kind IN ${alertKinds} THEN 'cost_alert' ELSE 'metrics_update' END,
      jsonb_build_object('kind', NEW.kind, 'title', NEW.title, 'body', NEW.body, 'href', NEW.href));
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER notification_is_live AFTER INSERT ON notification
    FOR EACH ROW EXECUTE FUNCTION publish_notification()`,
  `CREATE FUNCTION publish_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM publish_live_event(NEW.organization_id, 'security', 'security_alert',
      jsonb_build_object('action', NEW.action, 'summary', NEW.summary));
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER audit_event_is_live AFTER INSERT ON audit_event
    FOR EACH ROW WHEN (NEW.action IN ('session.hijack_suspected', 'api_key.created', 'membership.role_changed'))
    EXECUTE FUNCTION publish_audit_event()`,
]

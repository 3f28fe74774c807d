/**
 * Spend that left its path: incidents, how sensitive each scope is, what people know of days to come. And what open
 * screens are told, each visible only after those before it.
 */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const anomalies: DatabaseMigration = {
  name: '0015-anomalies',
  statements: [
    `CREATE TABLE anomaly (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      scope jsonb NOT NULL,
      currency text NOT NULL,
      direction text NOT NULL CHECK (direction IN ('above', 'below')),
      status text NOT NULL CHECK (status IN ('open', 'over', 'withdrawn')),
      severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
      first_day date NOT NULL,
      last_day date NOT NULL,
      expected numeric NOT NULL,
      actual numeric NOT NULL,
      projected_excess numeric NOT NULL,
      days jsonb NOT NULL,
      drivers jsonb NOT NULL,
      telling_dimension text,
      feedback text CHECK (feedback IN ('expected', 'not_useful', 'fixed')),
      feedback_by text NOT NULL DEFAULT '',
      feedback_note text NOT NULL DEFAULT '',
      feedback_at timestamptz,
      detected_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    `CREATE INDEX anomaly_newest ON anomaly (organization_id, first_day DESC)`,
    ...protect('anomaly'),
    `CREATE TABLE anomaly_sensitivity (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      scope text NOT NULL,
      deviations double precision NOT NULL,
      share double precision NOT NULL,
      PRIMARY KEY (organization_id, scope)
    )`,
    ...protect('anomaly_sensitivity'),
    `CREATE TABLE anomaly_settings (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      least_daily_excess numeric NOT NULL,
      tell_from text NOT NULL CHECK (tell_from IN ('low', 'medium', 'high', 'critical')),
      judged_at timestamptz
    )`,
    ...protect('anomaly_settings'),
    `CREATE TABLE known_event (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('commitment_expiry', 'planned_schedule', 'announced_change')),
      words text NOT NULL,
      currency text NOT NULL,
      provider text,
      from_day date NOT NULL,
      to_day date,
      factor numeric NOT NULL,
      daily_amount numeric NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    ...protect('known_event'),
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
    // The lock makes numbers visible in their order: who has seen 7 will not find a 6 later.
    `CREATE FUNCTION tell_live(organization uuid, channel text, type text, payload jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(7253015, hashtext(organization::text));
      INSERT INTO live_event (organization_id, channel, type, payload)
        VALUES (organization, channel, type, payload);
      PERFORM pg_notify('kept_live', organization::text);
    END $$`,
    // Whatever people are told of, their open screens are told of: nobody who adds news has to think of it.
    `CREATE FUNCTION notification_is_live() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM tell_live(NEW.organization_id,
        CASE WHEN NEW.kind IN ('anomaly', 'budget') THEN 'alerts' ELSE 'metrics' END,
        CASE WHEN NEW.kind IN ('anomaly', 'budget') THEN 'cost_alert' ELSE 'metrics_update' END,
        jsonb_build_object('kind', NEW.kind, 'title', NEW.title, 'body', NEW.body, 'href', NEW.href));
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER notification_is_live AFTER INSERT ON notification
      FOR EACH ROW EXECUTE FUNCTION notification_is_live()`,
    `CREATE FUNCTION audit_is_live() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM tell_live(NEW.organization_id, 'security', 'security_alert',
        jsonb_build_object('action', NEW.action, 'summary', NEW.summary));
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER audit_is_live AFTER INSERT ON audit_event
      FOR EACH ROW WHEN (NEW.action IN ('session.hijack_suspected', 'api_key.created', 'membership.role_changed'))
      EXECUTE FUNCTION audit_is_live()`,
  ],
}

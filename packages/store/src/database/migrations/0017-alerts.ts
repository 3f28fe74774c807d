/**
 * Alerts: what happened as the rules look at it, the rules, the channels with their sealed secrets, what is sent to
 * them and each try of it. An event without `routed_at` has not been looked at; a delivery stands until it has ended.
 */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`
/** Set by one repository, for reading which organisations have something to do. */
const tick = `current_setting('app.alerts_tick', true) = 'on'`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const alerts: DatabaseMigration = {
  name: '0017-alerts',
  statements: [
    `CREATE TABLE alert_event (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL,
      thread text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
      amount numeric,
      currency text,
      labels jsonb NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      href text NOT NULL,
      -- Of one transaction too, one after the other.
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      routed_at timestamptz
    )`,
    `CREATE INDEX alert_event_newest ON alert_event (organization_id, at DESC)`,
    `CREATE INDEX alert_event_unrouted ON alert_event (organization_id) WHERE routed_at IS NULL`,
    ...protect('alert_event'),
    `CREATE POLICY alerts_tick ON alert_event FOR SELECT USING (${tick})`,
    `CREATE TABLE alert_channel (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      settings jsonb NOT NULL,
      schedule jsonb NOT NULL,
      -- Sealed; empty once it was removed.
      secret text NOT NULL,
      -- The host of a sealed address, for people to tell one from another.
      host text NOT NULL DEFAULT '',
      enabled boolean NOT NULL,
      created_at timestamptz NOT NULL,
      -- The log goes on naming it.
      removed_at timestamptz
    )`,
    `CREATE UNIQUE INDEX alert_channel_name ON alert_channel (organization_id, name) WHERE removed_at IS NULL`,
    ...protect('alert_channel'),
    `CREATE TABLE alert_rule (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      enabled boolean NOT NULL,
      kinds jsonb NOT NULL,
      min_severity text NOT NULL CHECK (min_severity IN ('low', 'medium', 'high', 'critical')),
      min_amount numeric,
      min_currency text,
      filters jsonb NOT NULL,
      owners jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (organization_id, name)
    )`,
    ...protect('alert_rule'),
    `CREATE TABLE alert_rule_channel (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      rule_id uuid NOT NULL REFERENCES alert_rule ON DELETE CASCADE,
      channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
      PRIMARY KEY (rule_id, channel_id)
    )`,
    ...protect('alert_rule_channel'),
    `CREATE TABLE alert_delivery (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('alert', 'digest', 'test')),
      thread text NOT NULL,
      title text NOT NULL,
      rules jsonb NOT NULL,
      owners jsonb NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'sending', 'delivered', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      -- Tries before somebody had it sent again by hand: patience begins anew.
      attempts_before integer NOT NULL DEFAULT 0,
      next_try_at timestamptz,
      -- Since when a job is queued for it.
      queued_at timestamptz,
      -- Whoever sends it has until then to say how it went.
      claimed_until timestamptz,
      last_sentence text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      finished_at timestamptz
    )`,
    `CREATE INDEX alert_delivery_newest ON alert_delivery (organization_id, created_at DESC, id)`,
    `CREATE INDEX alert_delivery_open ON alert_delivery (organization_id, next_try_at)
      WHERE status IN ('waiting', 'sending')`,
    `CREATE INDEX alert_delivery_thread ON alert_delivery (channel_id, thread)
      WHERE status IN ('waiting', 'sending') AND thread <> ''`,
    ...protect('alert_delivery'),
    `CREATE POLICY alerts_tick ON alert_delivery FOR SELECT USING (${tick})`,
    `CREATE TABLE alert_delivery_event (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      delivery_id uuid NOT NULL REFERENCES alert_delivery ON DELETE CASCADE,
      event_id uuid NOT NULL REFERENCES alert_event ON DELETE CASCADE,
      PRIMARY KEY (delivery_id, event_id)
    )`,
    `CREATE INDEX alert_delivery_event_of ON alert_delivery_event (event_id)`,
    ...protect('alert_delivery_event'),
    `CREATE TABLE alert_attempt (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      delivery_id uuid NOT NULL REFERENCES alert_delivery ON DELETE CASCADE,
      n integer NOT NULL,
      at timestamptz NOT NULL,
      took_ms integer NOT NULL,
      ok boolean NOT NULL,
      status integer,
      sentence text NOT NULL,
      next_try_at timestamptz,
      PRIMARY KEY (delivery_id, n)
    )`,
    ...protect('alert_attempt'),
    `CREATE TABLE alert_thread (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
      thread text NOT NULL,
      -- What the receiver calls it: an issue's key.
      external text NOT NULL,
      opened_at timestamptz NOT NULL,
      PRIMARY KEY (channel_id, thread)
    )`,
    ...protect('alert_thread'),
  ],
}

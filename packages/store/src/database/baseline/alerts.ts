/**
 * Alerts: events, the rules that route them, channels with their encrypted secrets, deliveries and each attempt. An
 * event without `routed_at` has not been evaluated; a delivery is open until it has finished.
 */
import { demoVisitColumn, demoVisitPolicies, uniqueNameWithinVisit } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

/** Set by one repository to read which organizations have alerts to process. */
const tick = `current_setting('app.alerts_tick', true) = 'on'`

export const alertsSchema: readonly string[] = [
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
    -- Distinct and in order even within one transaction.
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Recoveries never interrupt anyone, whatever the severity of the incident was.
    is_recovery boolean NOT NULL DEFAULT false,
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
    -- Encrypted; empty once the channel is removed.
    secret text NOT NULL,
    -- The host of an encrypted address, to tell channels apart.
    host text NOT NULL DEFAULT '',
    enabled boolean NOT NULL,
    created_at timestamptz NOT NULL,
    -- A removed channel stays, since the delivery log names it.
    removed_at timestamptz,
    -- The user of an own channel for email notifications; null for channels of the organization.
    person_id uuid REFERENCES users ON DELETE CASCADE,
    -- What that user receives; channels of the organization have rules.
    email_preferences jsonb
  )`,
  `CREATE UNIQUE INDEX alert_channel_name ON alert_channel (organization_id, name)
    WHERE removed_at IS NULL AND person_id IS NULL`,
  `CREATE UNIQUE INDEX alert_channel_of_person ON alert_channel (organization_id, person_id)`,
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
    ${demoVisitColumn}
  )`,
  uniqueNameWithinVisit('alert_rule'),
  ...protect('alert_rule'),
  ...demoVisitPolicies('alert_rule'),
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
    -- Attempts before a user sent it again, which restarts the count.
    attempts_before integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    -- When a job was queued for it.
    queued_at timestamptz,
    -- The sender must report the result before this time.
    claimed_until timestamptz,
    last_result text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    finished_at timestamptz
  )`,
  `CREATE INDEX alert_delivery_newest ON alert_delivery (organization_id, created_at DESC, id)`,
  `CREATE INDEX alert_delivery_open ON alert_delivery (organization_id, next_attempt_at)
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
    duration_ms integer NOT NULL,
    ok boolean NOT NULL,
    status integer,
    sentence text NOT NULL,
    next_attempt_at timestamptz,
    PRIMARY KEY (delivery_id, n)
  )`,
  ...protect('alert_attempt'),
  `CREATE TABLE alert_thread (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
    thread text NOT NULL,
    -- The receiver's own id, such as an issue key.
    external text NOT NULL,
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (channel_id, thread)
  )`,
  ...protect('alert_thread'),
]

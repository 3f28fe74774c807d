/** Anomalies of costs and of metrics, the sensitivity of each scope, and known events that explain future costs. */
import { demoVisitColumn, demoVisitPolicies } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

export const anomaliesSchema: readonly string[] = [
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
    started_at timestamptz,
    hours jsonb NOT NULL DEFAULT '[]',
    links jsonb NOT NULL DEFAULT '[]',
    drivers jsonb NOT NULL,
    explaining_dimension text,
    feedback text CHECK (feedback IN ('expected', 'not_useful', 'fixed')),
    feedback_by text NOT NULL DEFAULT '',
    feedback_note text NOT NULL DEFAULT '',
    feedback_at timestamptz,
    -- The highest severity that was notified; null when none was.
    notified_severity text CHECK (notified_severity IN ('low', 'medium', 'high', 'critical')),
    notified_over boolean NOT NULL DEFAULT false,
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
    min_daily_excess numeric NOT NULL,
    notify_from text NOT NULL CHECK (notify_from IN ('low', 'medium', 'high', 'critical')),
    evaluated_at timestamptz
  )`,
  ...protect('anomaly_settings'),
  `CREATE TABLE known_event (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('commitment_expiry', 'planned_schedule', 'announced_change')),
    description text NOT NULL,
    currency text NOT NULL,
    provider text,
    start_date date NOT NULL,
    end_date date,
    factor numeric NOT NULL,
    daily_amount numeric NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    ${demoVisitColumn}
  )`,
  ...protect('known_event'),
  ...demoVisitPolicies('known_event'),
  `CREATE TABLE metric_anomaly (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    resource_id text NOT NULL,
    resource_name text NOT NULL,
    metric text NOT NULL,
    unit text NOT NULL,
    direction text NOT NULL CHECK (direction IN ('above', 'below')),
    status text NOT NULL CHECK (status IN ('open', 'over')),
    severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    started_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    expected double precision NOT NULL,
    actual double precision NOT NULL,
    points jsonb NOT NULL,
    feedback text CHECK (feedback IN ('expected', 'not_useful', 'fixed')),
    feedback_by text NOT NULL DEFAULT '',
    -- The highest severity that was notified; null when none was.
    notified_severity text CHECK (notified_severity IN ('low', 'medium', 'high', 'critical')),
    notified_over boolean NOT NULL DEFAULT false,
    detected_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  `CREATE INDEX metric_anomaly_newest ON metric_anomaly (organization_id, started_at DESC)`,
  `CREATE INDEX metric_anomaly_of_stream ON metric_anomaly (organization_id, resource_id, metric, started_at)`,
  ...protect('metric_anomaly'),
  // The latest version of metric points that was evaluated.
  `CREATE TABLE metric_anomaly_cursor (
    organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
    version bigint NOT NULL
  )`,
  ...protect('metric_anomaly_cursor'),
]

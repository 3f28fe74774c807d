/** Loop incidents, every change of their status, and the detector rules that an organization changed. */
import { demoVisitColumn, demoVisitPolicies } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

export const loopsSchema: readonly string[] = [
  `CREATE TABLE loop_incident (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    id text NOT NULL,
    fingerprint text NOT NULL,
    rule_id text NOT NULL,
    loop_type text NOT NULL,
    resource_id text NOT NULL,
    severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    status text NOT NULL CHECK (status IN ('active', 'investigating', 'acknowledged', 'resolved')),
    -- Only confirmed loops are notified. A suspected loop can become confirmed, never the reverse.
    confirmed boolean NOT NULL,
    detected_at timestamptz NOT NULL,
    onset_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    resolved_at timestamptz,
    resolved_by text NOT NULL DEFAULT '' CHECK (resolved_by IN ('', 'person', 'quiet')),
    currency text NOT NULL,
    hourly_cost numeric,
    total_cost numeric,
    -- The engine's record; the columns above are those that queries filter by and users change.
    detection jsonb NOT NULL,
    evidence jsonb NOT NULL,
    rates jsonb NOT NULL DEFAULT '[]',
    source text NOT NULL CHECK (source IN ('live', 'file')),
    critical boolean NOT NULL DEFAULT false,
    -- The resource that actions change, where it is not resource_id.
    target_id text NOT NULL DEFAULT '',
    action_taken text,
    action_success boolean,
    action_at timestamptz,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE INDEX loop_incident_newest ON loop_incident (organization_id, confirmed, detected_at DESC)`,
  `CREATE INDEX loop_incident_open ON loop_incident (organization_id, fingerprint) WHERE status <> 'resolved'`,
  ...protect('loop_incident'),
  `CREATE TABLE loop_transition (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL,
    loop_id text NOT NULL,
    event text NOT NULL,
    status_before text,
    status_after text NOT NULL,
    actor_name text NOT NULL,
    note text NOT NULL DEFAULT '',
    at timestamptz NOT NULL,
    ${demoVisitColumn},
    FOREIGN KEY (organization_id, loop_id) REFERENCES loop_incident (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX loop_transition_of_loop ON loop_transition (organization_id, loop_id, id)`,
  ...protect('loop_transition'),
  ...demoVisitPolicies('loop_transition'),
  `CREATE TABLE loop_rule (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    id text NOT NULL,
    rule jsonb NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  ...protect('loop_rule'),
]

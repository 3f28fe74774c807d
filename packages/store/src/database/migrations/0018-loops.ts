/**
 * Runaway loops: one row for each incident, its life step by step, the rules an organisation changed, and what came in
 * as telemetry, counted by day. Spans and points themselves stand in the warehouse, for a week.
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

export const loops: DatabaseMigration = {
  name: '0018-loops',
  statements: [
    `CREATE TABLE loop_incident (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      id text NOT NULL,
      fingerprint text NOT NULL,
      rule_id text NOT NULL,
      loop_type text NOT NULL,
      resource_id text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
      status text NOT NULL CHECK (status IN ('active', 'investigating', 'acknowledged', 'resolved')),
      -- Only confirmed ones are told about; a suspected one may become confirmed, never the other way.
      confirmed boolean NOT NULL,
      detected_at timestamptz NOT NULL,
      onset_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      resolved_at timestamptz,
      resolved_by text NOT NULL DEFAULT '' CHECK (resolved_by IN ('', 'person', 'quiet')),
      currency text NOT NULL,
      hourly_cost numeric,
      total_cost numeric,
      -- The record as the engine wrote it; the columns above are what is asked by and what people change.
      detection jsonb NOT NULL,
      evidence jsonb NOT NULL,
      rates jsonb NOT NULL DEFAULT '[]',
      source text NOT NULL CHECK (source IN ('live', 'file')),
      PRIMARY KEY (organization_id, id)
    )`,
    `CREATE INDEX loop_incident_newest ON loop_incident (organization_id, confirmed, detected_at DESC)`,
    `CREATE INDEX loop_incident_open ON loop_incident (organization_id, fingerprint) WHERE status <> 'resolved'`,
    ...protect('loop_incident'),
    `CREATE TABLE loop_step (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      loop_id text NOT NULL,
      what text NOT NULL,
      status_before text,
      status_after text NOT NULL,
      by_name text NOT NULL,
      note text NOT NULL DEFAULT '',
      at timestamptz NOT NULL,
      FOREIGN KEY (organization_id, loop_id) REFERENCES loop_incident (organization_id, id) ON DELETE CASCADE
    )`,
    `CREATE INDEX loop_step_of_loop ON loop_step (organization_id, loop_id, id)`,
    ...protect('loop_step'),
    `CREATE TABLE loop_rule (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      id text NOT NULL,
      rule jsonb NOT NULL,
      changed_by text NOT NULL,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, id)
    )`,
    ...protect('loop_rule'),
    `CREATE TABLE telemetry_intake (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      day date NOT NULL,
      signal text NOT NULL,
      -- Empty for what was taken in; else why it was not.
      why text NOT NULL,
      items bigint NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, day, signal, why)
    )`,
    ...protect('telemetry_intake'),
  ],
}

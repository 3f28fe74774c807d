/** What an incident belongs to and the hour it began in; and metrics that left their path, beside money. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const anomalyLinks: DatabaseMigration = {
  name: '0026-anomaly-links',
  statements: [
    `ALTER TABLE anomaly
      ADD COLUMN started_at timestamptz,
      ADD COLUMN hours jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN links jsonb NOT NULL DEFAULT '[]'`,
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
      detected_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL
    )`,
    `CREATE INDEX metric_anomaly_newest ON metric_anomaly (organization_id, started_at DESC)`,
    `CREATE INDEX metric_anomaly_of_stream ON metric_anomaly (organization_id, resource_id, metric, started_at)`,
    ...protect('metric_anomaly'),
    // Up to which delivery streams have been judged.
    `CREATE TABLE metric_watch (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      written bigint NOT NULL
    )`,
    ...protect('metric_watch'),
  ],
}

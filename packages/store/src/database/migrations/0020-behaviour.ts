/** Developer behaviour: what a company sets, the runs of the analysis, and what the last run said for each window. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const behaviour: DatabaseMigration = {
  name: '0020-behaviour',
  statements: [
    `CREATE TABLE behaviour_setting (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      retention_days integer NOT NULL,
      teams jsonb NOT NULL,
      targets jsonb NOT NULL,
      updated_at timestamptz NOT NULL
    )`,
    ...protect('behaviour_setting'),
    `CREATE TABLE behaviour_run (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      team text NOT NULL DEFAULT '',
      from_on date,
      to_on date,
      status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed')),
      stage text NOT NULL DEFAULT '',
      progress real NOT NULL DEFAULT 0,
      error text NOT NULL DEFAULT '',
      requested_by text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      finished_at timestamptz
    )`,
    `CREATE INDEX behaviour_run_newest ON behaviour_run (organization_id, created_at DESC)`,
    ...protect('behaviour_run'),
    `CREATE TABLE behaviour_result (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      window_key text NOT NULL,
      from_on date NOT NULL,
      to_on date NOT NULL,
      summary jsonb NOT NULL,
      made_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, window_key)
    )`,
    ...protect('behaviour_result'),
    `CREATE TABLE behaviour_environment (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      window_key text NOT NULL,
      environment_id text NOT NULL,
      team text NOT NULL,
      status text NOT NULL,
      wasted_cost numeric,
      analysis jsonb NOT NULL,
      PRIMARY KEY (organization_id, window_key, environment_id)
    )`,
    `CREATE INDEX behaviour_environment_dearest
      ON behaviour_environment (organization_id, window_key, wasted_cost DESC NULLS LAST, environment_id)`,
    ...protect('behaviour_environment'),
    `CREATE TABLE behaviour_schedule (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      environment_id text NOT NULL,
      recommendation jsonb,
      why_not text NOT NULL DEFAULT '',
      heat_map jsonb NOT NULL,
      PRIMARY KEY (organization_id, environment_id)
    )`,
    ...protect('behaviour_schedule'),
  ],
}

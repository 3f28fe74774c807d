/**
 * Several Kept processes on one database: one of them watches an organisation's telemetry, and what arrives at another
 * is handed to it here. A lease, renewed every few seconds, says who.
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

export const loopWatchers: DatabaseMigration = {
  name: '0028-loop-watchers',
  statements: [
    `CREATE TABLE loop_watcher (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      holder uuid NOT NULL,
      until timestamptz NOT NULL
    )`,
    ...protect('loop_watcher'),
    `CREATE TABLE telemetry_relay (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      signal text NOT NULL,
      body bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    `CREATE INDEX telemetry_relay_of ON telemetry_relay (organization_id, id)`,
    ...protect('telemetry_relay'),
  ],
}

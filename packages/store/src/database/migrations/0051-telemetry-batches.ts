/** Which batches of telemetry were stored and counted, so that one that is read again after a kill counts once. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export const telemetryBatches: DatabaseMigration = {
  name: '0051-telemetry-batches',
  statements: [
    `CREATE TABLE telemetry_batch (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      id uuid NOT NULL,
      stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (organization_id, id)
    )`,
    'ALTER TABLE telemetry_batch ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE telemetry_batch FORCE ROW LEVEL SECURITY',
    `CREATE POLICY own_organization ON telemetry_batch USING (${own}) WITH CHECK (${own})`,
  ],
}

/** Connections to object storage: each belongs to one organization, and its credentials are sealed. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

export const cloudConnections: DatabaseMigration = {
  name: '0046-cloud-connections',
  statements: [
    `CREATE TABLE cloud_connection (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('s3', 'azure_blob', 'gcs')),
      name text NOT NULL,
      location text NOT NULL,
      -- Sealed, bound to this row.
      credentials text NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (organization_id, name)
    )`,
    `ALTER TABLE cloud_connection ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE cloud_connection FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON cloud_connection USING (${own}) WITH CHECK (${own})`,
  ],
}

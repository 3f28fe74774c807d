/** How a connection to a cloud signs in, and since when: stored keys become old, a federation stores none. */
import type { DatabaseMigration } from '../migration.ts'

export const accessMethod: DatabaseMigration = {
  name: '0050-access-method',
  statements: [
    `ALTER TABLE sync_connection
      -- federation, role, certificate or keys; null before there are credentials, and for a simulated cloud.
      ADD COLUMN access_method text,
      ADD COLUMN access_changed_at timestamptz`,
    'ALTER TABLE sync_connection NO FORCE ROW LEVEL SECURITY',
    'ALTER TABLE cloud_connection NO FORCE ROW LEVEL SECURITY',
    // The credentials are sealed: what was checked with success has some, and they are at least as old as their row.
    `UPDATE sync_connection SET
        access_method = CASE WHEN role_arn <> '' THEN 'role' ELSE 'keys' END,
        access_changed_at = cloud_connection.created_at
      FROM cloud_connection JOIN organization ON organization.id = cloud_connection.organization_id
      WHERE cloud_connection.id = sync_connection.id AND sync_connection.account_id <> '' AND NOT organization.demo
        AND cloud_connection.kind IN ('aws', 'azure', 'gcp', 'oci', 'kubernetes')`,
    'ALTER TABLE sync_connection FORCE ROW LEVEL SECURITY',
    'ALTER TABLE cloud_connection FORCE ROW LEVEL SECURITY',
  ],
}

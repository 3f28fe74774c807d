/**
 * Exports in a bucket that are read on a schedule: a connection has a folder, and a unit is a month of it. Oracle Cloud
 * as a kind of connection.
 */
import type { DatabaseMigration } from '../migration.ts'

export const scheduledExports: DatabaseMigration = {
  name: '0027-scheduled-exports',
  statements: [
    `ALTER TABLE sync_connection ADD COLUMN export_address text NOT NULL DEFAULT ''`,
    `ALTER TABLE sync_unit
       -- Which execution of the export was read last: its manifest, and the version of each of its files.
       ADD COLUMN execution text NOT NULL DEFAULT '',
       -- The versions of the month's manifests at that time: an old month is read again when they differ.
       ADD COLUMN listing text NOT NULL DEFAULT '',
       ADD COLUMN import_id uuid`,
    'ALTER TABLE cloud_connection DROP CONSTRAINT cloud_connection_kind_check',
    `ALTER TABLE cloud_connection ADD CONSTRAINT cloud_connection_kind_check
       CHECK (kind IN ('s3', 'azure_blob', 'gcs', 'aws', 'azure', 'gcp', 'kubernetes', 'oci'))`,
  ],
}

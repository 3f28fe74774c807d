/** Live connections to Azure, Google Cloud and Kubernetes, and what the API calls of a connection may cost. */
import type { DatabaseMigration } from '../migration.ts'

export const moreClouds: DatabaseMigration = {
  name: '0018-more-clouds',
  statements: [
    'ALTER TABLE cloud_connection DROP CONSTRAINT cloud_connection_kind_check',
    `ALTER TABLE cloud_connection ADD CONSTRAINT cloud_connection_kind_check
       CHECK (kind IN ('s3', 'azure_blob', 'gcs', 'aws', 'azure', 'gcp', 'kubernetes'))`,
    // In US dollars for a calendar month.
    'ALTER TABLE sync_connection ADD COLUMN api_cost_limit numeric(12, 2) NOT NULL DEFAULT 25',
    // What the cloud charges for the requests of a run, in nano-dollars.
    'ALTER TABLE sync_run ADD COLUMN charged_nanos bigint NOT NULL DEFAULT 0',
    // Azure writes one resource in several cases: in bills often all lower.
    `CREATE INDEX resource_azure_id ON resource (organization_id, lower(resource_id))
       WHERE starts_with(resource_id, '/')`,
  ],
}

/** Live connections to clouds: what they are allowed, their units, the resources each unit listed, and their runs. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const cloudSync: DatabaseMigration = {
  name: '0005-cloud-sync',
  statements: [
    'ALTER TABLE cloud_connection DROP CONSTRAINT cloud_connection_kind_check',
    `ALTER TABLE cloud_connection
       ADD CONSTRAINT cloud_connection_kind_check CHECK (kind IN ('s3', 'azure_blob', 'gcs', 'aws'))`,
    `CREATE TABLE sync_connection (
      id uuid PRIMARY KEY REFERENCES cloud_connection ON DELETE CASCADE,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- The account that the credentials belong to; '' before the first check.
      account_id text NOT NULL DEFAULT '',
      role_arn text NOT NULL DEFAULT '',
      external_id text NOT NULL,
      -- Only these regions; empty means all that are enabled.
      regions text[] NOT NULL DEFAULT '{}',
      -- The result of the last check, by dataset.
      capabilities jsonb NOT NULL DEFAULT '[]',
      checked_at timestamptz,
      -- Why the whole connection does not work; '' when it does.
      error text NOT NULL DEFAULT '',
      paused_at timestamptz,
      next_run_at timestamptz NOT NULL,
      UNIQUE (organization_id, id)
    )`,
    ...protect('sync_connection'),
    `CREATE TABLE sync_unit (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      connection_id uuid NOT NULL REFERENCES sync_connection ON DELETE CASCADE,
      account_id text NOT NULL,
      account_name text NOT NULL DEFAULT '',
      region text NOT NULL,
      dataset text NOT NULL,
      state text NOT NULL DEFAULT 'new',
      reason text NOT NULL DEFAULT '',
      missing_action text NOT NULL DEFAULT '',
      -- Where the next page starts; null at the start of a pass.
      cursor text,
      -- The number of the current pass; resources listed in an earlier one are gone when it completes.
      pass bigint NOT NULL DEFAULT 0,
      resources bigint NOT NULL DEFAULT 0,
      throttled_until timestamptz,
      completed_at timestamptz,
      updated_at timestamptz NOT NULL,
      UNIQUE (connection_id, account_id, region, dataset)
    )`,
    ...protect('sync_unit'),
    `CREATE TABLE sync_unit_resource (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      unit_id uuid NOT NULL REFERENCES sync_unit ON DELETE CASCADE,
      provider text NOT NULL,
      resource_id text NOT NULL,
      type text NOT NULL,
      pass bigint NOT NULL,
      PRIMARY KEY (unit_id, provider, resource_id)
    )`,
    'CREATE INDEX sync_unit_resource_of_resource ON sync_unit_resource (organization_id, provider, resource_id)',
    ...protect('sync_unit_resource'),
    `CREATE TABLE sync_run (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      connection_id uuid NOT NULL REFERENCES sync_connection ON DELETE CASCADE,
      started_by text NOT NULL,
      started_at timestamptz NOT NULL,
      finished_at timestamptz,
      units bigint NOT NULL DEFAULT 0,
      complete_units bigint NOT NULL DEFAULT 0,
      resources bigint NOT NULL DEFAULT 0,
      removed bigint NOT NULL DEFAULT 0,
      points bigint NOT NULL DEFAULT 0,
      requests bigint NOT NULL DEFAULT 0,
      error text NOT NULL DEFAULT ''
    )`,
    'CREATE UNIQUE INDEX sync_run_under_way ON sync_run (connection_id) WHERE finished_at IS NULL',
    'CREATE INDEX sync_run_latest ON sync_run (connection_id, started_at DESC)',
    ...protect('sync_run'),
  ],
}

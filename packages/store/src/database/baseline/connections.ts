/** Where bills come from: uploads, object storage, the demo. */
import { protect } from './row-security.ts'

export const connectionsSchema: readonly string[] = [
  // The key of an uploaded bill is its provider and billing account, so that a new upload of the same account and
  // month replaces the previous one and leaves other accounts alone.
  `CREATE TABLE connection (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('upload', 'bucket', 'demo')),
    key text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (organization_id, kind, key)
  )`,
  ...protect('connection'),
  // An object storage that bills are imported from.
  `CREATE TABLE cloud_connection (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('s3', 'azure_blob', 'gcs')),
    name text NOT NULL,
    location text NOT NULL,
    -- Encrypted, bound to this row.
    credentials text NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, name)
  )`,
  ...protect('cloud_connection'),
]

/** Uploads, imports and the loads they publish: one load per dataset, billing account and month. */
import { protect } from './row-security.ts'

export const importsSchema: readonly string[] = [
  `CREATE TABLE upload (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    name text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  ...protect('upload'),
  `CREATE TABLE import (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    status text NOT NULL CHECK (status IN
      ('queued', 'running', 'needs_confirmation', 'done', 'failed', 'undone', 'discarded')),
    sources jsonb NOT NULL,
    inputs jsonb NOT NULL DEFAULT '[]',
    -- The column mapping of a bill in an unknown format, stored so that every attempt uses it.
    mapping jsonb,
    -- The latest attempt. Load ids carry their attempt, and only the latest one may publish.
    attempt integer NOT NULL DEFAULT 0,
    -- The latest heartbeat of the attempt.
    touched_at timestamptz NOT NULL DEFAULT now(),
    format text,
    error text NOT NULL DEFAULT '',
    notes jsonb NOT NULL DEFAULT '[]',
    progress jsonb NOT NULL,
    reconciliation jsonb,
    -- An import that would lose loaded data waits for confirmation: what would be lost, what is then published,
    -- and until when it waits.
    losses jsonb NOT NULL DEFAULT '[]',
    pending_publication jsonb,
    expires_at timestamptz,
    -- The user chose to publish even if data is lost.
    accept_smaller boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    CONSTRAINT import_confirmation_is_complete
      CHECK (status <> 'needs_confirmation' OR (pending_publication IS NOT NULL AND expires_at IS NOT NULL))
  )`,
  `CREATE INDEX import_newest ON import (organization_id, created_at DESC)`,
  `CREATE INDEX import_needs_confirmation ON import (organization_id, expires_at) WHERE status = 'needs_confirmation'`,
  ...protect('import'),
  `CREATE TABLE cost_load (
    id text PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
    connection_id uuid NOT NULL REFERENCES connection ON DELETE CASCADE,
    -- Each dataset is loaded on its own: invoice details of a month do not replace its costs.
    dataset text NOT NULL DEFAULT 'cost_and_usage'
      CHECK (dataset IN ('cost_and_usage', 'contract_commitment', 'billing_period', 'invoice_detail')),
    format text NOT NULL,
    provider text NOT NULL,
    billing_account_id text NOT NULL,
    billing_period date NOT NULL,
    status text NOT NULL CHECK (status IN ('writing', 'current', 'superseded', 'discarded')),
    rows bigint NOT NULL,
    billed jsonb NOT NULL,
    first_charged_on date NOT NULL,
    last_charge_on date NOT NULL,
    superseded_by uuid REFERENCES import,
    -- From here on the retention of superseded loads is counted.
    superseded_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz,
    CONSTRAINT cost_load_superseded_is_complete
      CHECK (status <> 'superseded' OR (superseded_by IS NOT NULL AND superseded_at IS NOT NULL))
  )`,
  // Makes every cost count once: at most one load per dataset, connection, month and billing account is current.
  `CREATE UNIQUE INDEX cost_load_current
    ON cost_load (organization_id, dataset, connection_id, billing_period, billing_account_id) WHERE status = 'current'`,
  `CREATE INDEX cost_load_of_import ON cost_load (import_id)`,
  `CREATE INDEX cost_load_superseded_by ON cost_load (superseded_by) WHERE superseded_by IS NOT NULL`,
  `CREATE INDEX cost_load_of_connection ON cost_load (organization_id, connection_id, billing_period)`,
  ...protect('cost_load'),
]

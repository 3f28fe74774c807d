/**
 * Developer behavior: settings, runs of the analysis, the results of the latest run for each window, and webhooks that
 * receive usage events. A webhook is read before its organization is known; a policy lets exactly that row be read.
 */
import { protect } from './row-security.ts'

export const behaviorSchema: readonly string[] = [
  `CREATE TABLE behavior_setting (
    organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
    retention_days integer NOT NULL,
    teams jsonb NOT NULL,
    targets jsonb NOT NULL,
    updated_at timestamptz NOT NULL
  )`,
  ...protect('behavior_setting'),
  `CREATE TABLE behavior_run (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    team text NOT NULL DEFAULT '',
    start_date date,
    end_date date,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed')),
    stage text NOT NULL DEFAULT '',
    progress real NOT NULL DEFAULT 0,
    error text NOT NULL DEFAULT '',
    requested_by text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    finished_at timestamptz
  )`,
  `CREATE INDEX behavior_run_newest ON behavior_run (organization_id, created_at DESC)`,
  ...protect('behavior_run'),
  `CREATE TABLE behavior_result (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    window_key text NOT NULL,
    start_date date NOT NULL,
    end_date date NOT NULL,
    summary jsonb NOT NULL,
    calculated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, window_key)
  )`,
  ...protect('behavior_result'),
  `CREATE TABLE behavior_environment (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    window_key text NOT NULL,
    environment_id text NOT NULL,
    team text NOT NULL,
    status text NOT NULL,
    wasted_cost numeric,
    analysis jsonb NOT NULL,
    PRIMARY KEY (organization_id, window_key, environment_id)
  )`,
  `CREATE INDEX behavior_environment_by_wasted_cost
    ON behavior_environment (organization_id, window_key, wasted_cost DESC NULLS LAST, environment_id)`,
  ...protect('behavior_environment'),
  `CREATE TABLE behavior_schedule (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    environment_id text NOT NULL,
    recommendation jsonb,
    skip_reasons text NOT NULL DEFAULT '',
    heat_map jsonb NOT NULL,
    -- The resources of the bill that the environment consists of.
    resources jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (organization_id, environment_id)
  )`,
  ...protect('behavior_schedule'),
  `CREATE TABLE behavior_hook (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('github', 'gitlab', 'coder', 'codespaces', 'gitpod')),
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- Encrypted (platform/secrets), bound to this row.
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamptz,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    deliveries integer NOT NULL DEFAULT 0,
    events integer NOT NULL DEFAULT 0,
    last_delivery_at timestamptz,
    last_result text NOT NULL DEFAULT '',
    last_refused_at timestamptz,
    last_refusal text NOT NULL DEFAULT ''
  )`,
  `CREATE INDEX behavior_hook_newest ON behavior_hook (organization_id, created_at DESC)`,
  ...protect('behavior_hook'),
  `CREATE POLICY lookup_by_id ON behavior_hook FOR SELECT
    USING (id = nullif(current_setting('app.behavior_hook_id', true), '')::uuid)`,
  `CREATE TABLE behavior_delivery (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    hook_id uuid NOT NULL REFERENCES behavior_hook ON DELETE CASCADE,
    -- A replayed delivery can carry another id, but not another body.
    body_hash text NOT NULL,
    delivery_id text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (hook_id, body_hash)
  )`,
  `CREATE UNIQUE INDEX behavior_delivery_id ON behavior_delivery (hook_id, delivery_id) WHERE delivery_id <> ''`,
  `CREATE INDEX behavior_delivery_age ON behavior_delivery (organization_id, received_at)`,
  ...protect('behavior_delivery'),
]

/**
 * Addresses to which other systems send signs of use. A hook is looked for before it is known whose it is; its policy
 * lets through exactly the one asked for. Deliveries are remembered so that none counts twice.
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

export const behaviourHooks: DatabaseMigration = {
  name: '0030-behaviour-hooks',
  statements: [
    `CREATE TABLE behaviour_hook (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('github', 'gitlab', 'coder', 'codespaces', 'gitpod')),
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
      -- Sealed (platform/secrets), bound to this row.
      secret text NOT NULL,
      former_secret text,
      former_until timestamptz,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      deliveries integer NOT NULL DEFAULT 0,
      events integer NOT NULL DEFAULT 0,
      last_delivery_at timestamptz,
      last_words text NOT NULL DEFAULT '',
      last_refused_at timestamptz,
      last_refusal text NOT NULL DEFAULT ''
    )`,
    `CREATE INDEX behaviour_hook_newest ON behaviour_hook (organization_id, created_at DESC)`,
    ...protect('behaviour_hook'),
    `CREATE POLICY asked_for ON behaviour_hook FOR SELECT
      USING (id = nullif(current_setting('app.behaviour_hook_id', true), '')::uuid)`,
    `CREATE TABLE behaviour_delivery (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      hook_id uuid NOT NULL REFERENCES behaviour_hook ON DELETE CASCADE,
      -- A number can be changed by who sends a caught delivery again, its body cannot.
      body_hash text NOT NULL,
      delivery_id text NOT NULL,
      received_at timestamptz NOT NULL,
      PRIMARY KEY (hook_id, body_hash)
    )`,
    `CREATE UNIQUE INDEX behaviour_delivery_number ON behaviour_delivery (hook_id, delivery_id) WHERE delivery_id <> ''`,
    `CREATE INDEX behaviour_delivery_age ON behaviour_delivery (organization_id, received_at)`,
    ...protect('behaviour_delivery'),
  ],
}

/**
 * Organisations and everything that belongs to one: connections, uploads, imports, loads, findings, notifications.
 *
 * Row-level security is the second wall (the first is that every repository takes a scope): a row is seen only by
 * a transaction that has said whose it is, in `app.organization_id`. FORCE makes it hold for the tables' owner too.
 */
import type { DatabaseMigration } from '../migration.ts'

const organizationTables = ['connection', 'upload', 'import', 'cost_load', 'finding', 'rule_outcome', 'notification']

export const foundation: DatabaseMigration = {
  name: '0001-foundation',
  statements: [
    `CREATE TABLE organization (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      name text NOT NULL,
      demo boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
    // Where bills come from. An uploaded bill's connection is its provider and billing account (key), so that the
    // same account's month delivered again takes the former one's place and another account's does not.
    `CREATE TABLE connection (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('upload', 'bucket', 'demo')),
      key text NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (organization_id, kind, key)
    )`,
    `CREATE TABLE upload (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      bytes bigint NOT NULL,
      sha256 text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE import (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'undone')),
      sources jsonb NOT NULL,
      format text,
      error text NOT NULL DEFAULT '',
      notes jsonb NOT NULL DEFAULT '[]',
      progress jsonb NOT NULL,
      reconciliation jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    )`,
    `CREATE INDEX import_newest ON import (organization_id, created_at DESC)`,
    `CREATE TABLE cost_load (
      id text PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
      connection_id uuid NOT NULL REFERENCES connection ON DELETE CASCADE,
      format text NOT NULL,
      provider text NOT NULL,
      billing_account_id text NOT NULL,
      billing_period date NOT NULL,
      status text NOT NULL CHECK (status IN ('writing', 'current', 'superseded', 'discarded')),
      rows bigint NOT NULL,
      billed jsonb NOT NULL,
      first_charge_on date NOT NULL,
      last_charge_on date NOT NULL,
      superseded_by uuid REFERENCES import,
      created_at timestamptz NOT NULL DEFAULT now(),
      published_at timestamptz
    )`,
    // The heart of exactness: for one connection and period, at most one load per billing account is current.
    `CREATE UNIQUE INDEX cost_load_one_current ON cost_load (organization_id, connection_id, billing_period, billing_account_id)
      WHERE status = 'current'`,
    `CREATE INDEX cost_load_of_import ON cost_load (import_id)`,
    `CREATE TABLE finding (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      rule text NOT NULL,
      -- The same waste found again is the same finding: rule, place, resource and currency.
      fingerprint text NOT NULL,
      title text NOT NULL,
      summary text NOT NULL,
      provider text NOT NULL,
      billing_account_id text NOT NULL,
      sub_account_id text NOT NULL,
      sub_account_name text NOT NULL,
      region text NOT NULL,
      service text NOT NULL,
      resource_id text NOT NULL,
      resource_name text NOT NULL,
      resource_type text NOT NULL,
      currency text NOT NULL,
      monthly_saving numeric,
      monthly_saving_low numeric,
      monthly_saving_high numeric,
      monthly_cost numeric NOT NULL,
      confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
      effort text NOT NULL,
      risk text NOT NULL,
      evidence jsonb NOT NULL,
      steps jsonb NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'dismissed', 'gone')),
      dismissed_reason text NOT NULL DEFAULT '',
      first_seen_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      UNIQUE (organization_id, fingerprint)
    )`,
    `CREATE INDEX finding_by_saving ON finding (organization_id, status, monthly_saving DESC NULLS LAST)`,
    `CREATE TABLE rule_outcome (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      rule text NOT NULL,
      findings integer NOT NULL,
      looked_at bigint NOT NULL,
      why_not jsonb NOT NULL,
      judged_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, rule)
    )`,
    `CREATE TABLE notification (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      href text NOT NULL,
      read_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE INDEX notification_newest ON notification (organization_id, created_at DESC)`,
    ...organizationTables.flatMap((table) => [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY own_organization ON ${table}
        USING (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
        WITH CHECK (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)`,
    ]),
  ],
}

/**
 * Resources: one row for each ResourceId of the current loads and of the inventories. What the bill says and what an
 * inventory says stand beside each other, so that either may change or go without taking the other along; the names
 * everybody reads are made of both by the database itself.
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

const either = (column: string) => `coalesce(nullif(inventory_${column}, ''), bill_${column})`
/** The last piece of an ARN or path, for what has no name. */
const name = `coalesce(nullif(inventory_name, ''), nullif(bill_name, ''), nullif(regexp_replace(resource_id, '^.*[/:]', ''), ''), resource_id)`
const tags = '(bill_tags || inventory_tags)'
const ownerTags = ['owner', 'Owner', 'team', 'Team', 'TEAM']
  .flatMap((key) => [`nullif(inventory_tags ->> '${key}', '')`, `nullif(bill_tags ->> '${key}', '')`])
  .join(', ')

export const resources: DatabaseMigration = {
  name: '0010-resources',
  statements: [
    `CREATE TABLE resource (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      provider text NOT NULL,
      resource_id text NOT NULL,
      -- What the bill says.
      in_bill boolean NOT NULL DEFAULT false,
      bill_name text NOT NULL DEFAULT '',
      bill_type text NOT NULL DEFAULT '',
      bill_billing_account_id text NOT NULL DEFAULT '',
      bill_sub_account_id text NOT NULL DEFAULT '',
      bill_sub_account_name text NOT NULL DEFAULT '',
      bill_service text NOT NULL DEFAULT '',
      bill_region text NOT NULL DEFAULT '',
      bill_tags jsonb NOT NULL DEFAULT '{}',
      -- Of the last 30 days: the currency most of its lines are in, and every currency.
      currency text NOT NULL DEFAULT '',
      effective numeric NOT NULL DEFAULT 0,
      costs jsonb NOT NULL DEFAULT '[]',
      first_charged_on date,
      last_charged_on date,
      bill_reading bigint NOT NULL DEFAULT 0,
      -- What an inventory says.
      in_inventory boolean NOT NULL DEFAULT false,
      inventory_name text NOT NULL DEFAULT '',
      inventory_type text NOT NULL DEFAULT '',
      inventory_billing_account_id text NOT NULL DEFAULT '',
      inventory_sub_account_id text NOT NULL DEFAULT '',
      inventory_sub_account_name text NOT NULL DEFAULT '',
      inventory_service text NOT NULL DEFAULT '',
      inventory_region text NOT NULL DEFAULT '',
      inventory_tags jsonb NOT NULL DEFAULT '{}',
      inventory_owner text NOT NULL DEFAULT '',
      size text NOT NULL DEFAULT '',
      state text NOT NULL DEFAULT '',
      state_since timestamptz,
      created_at timestamptz,
      attributes jsonb NOT NULL DEFAULT '{}',
      observed_at timestamptz,
      -- What everybody reads.
      name text GENERATED ALWAYS AS (${name}) STORED,
      type text GENERATED ALWAYS AS (${either('type')}) STORED,
      billing_account_id text GENERATED ALWAYS AS (${either('billing_account_id')}) STORED,
      sub_account_id text GENERATED ALWAYS AS (${either('sub_account_id')}) STORED,
      sub_account_name text GENERATED ALWAYS AS (${either('sub_account_name')}) STORED,
      service text GENERATED ALWAYS AS (coalesce(nullif(bill_service, ''), inventory_service)) STORED,
      region text GENERATED ALWAYS AS (coalesce(nullif(bill_region, ''), inventory_region)) STORED,
      owner text GENERATED ALWAYS AS (coalesce(nullif(inventory_owner, ''), ${ownerTags}, '')) STORED,
      tags jsonb GENERATED ALWAYS AS (${tags}) STORED,
      search text GENERATED ALWAYS AS (lower(resource_id || ' ' || ${name} || ' ' || ${tags}::text)) STORED,
      PRIMARY KEY (organization_id, provider, resource_id)
    )`,
    `CREATE INDEX resource_by_cost ON resource (organization_id, effective DESC, provider, resource_id)`,
    `CREATE INDEX resource_by_id ON resource (organization_id, resource_id)`,
    ...protect('resource'),
    `CREATE TABLE resource_relation (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      provider text NOT NULL,
      resource_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('attached_to', 'behind', 'member_of')),
      other_id text NOT NULL,
      PRIMARY KEY (organization_id, provider, resource_id, kind, other_id)
    )`,
    `CREATE INDEX resource_relation_of_other ON resource_relation (organization_id, other_id)`,
    ...protect('resource_relation'),
    `CREATE INDEX finding_of_resource ON finding (organization_id, resource_id) WHERE resource_id <> ''`,
  ],
}

/**
 * Resources: one row per ResourceId of the current loads and of the inventories. Values of the bill and of an inventory
 * are stored in separate columns, so that each can change or disappear on its own; generated columns combine them.
 */
import { protect } from './row-security.ts'

const either = (column: string) => `coalesce(nullif(inventory_${column}, ''), bill_${column})`
/** The last part of an ARN or path, for resources without a name. */
const name = `coalesce(nullif(inventory_name, ''), nullif(bill_name, ''), nullif(regexp_replace(resource_id, '^.*[/:]', ''), ''), resource_id)`
const tags = '(bill_tags || inventory_tags)'
const ownerTags = ['owner', 'Owner', 'team', 'Team', 'TEAM']
  .flatMap((key) => [`nullif(inventory_tags ->> '${key}', '')`, `nullif(bill_tags ->> '${key}', '')`])
  .join(', ')

export const resourcesSchema: readonly string[] = [
  `CREATE TABLE resource (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    provider text NOT NULL,
    resource_id text NOT NULL,
    -- From the bill.
    in_bill boolean NOT NULL DEFAULT false,
    bill_name text NOT NULL DEFAULT '',
    bill_type text NOT NULL DEFAULT '',
    bill_billing_account_id text NOT NULL DEFAULT '',
    bill_sub_account_id text NOT NULL DEFAULT '',
    bill_sub_account_name text NOT NULL DEFAULT '',
    bill_service text NOT NULL DEFAULT '',
    bill_region text NOT NULL DEFAULT '',
    bill_tags jsonb NOT NULL DEFAULT '{}',
    -- Of the last 30 days: the currency of most lines, its effective cost, and the costs in every currency.
    currency text NOT NULL DEFAULT '',
    effective numeric NOT NULL DEFAULT 0,
    costs jsonb NOT NULL DEFAULT '[]',
    first_charged_on date,
    last_charged_on date,
    bill_reading bigint NOT NULL DEFAULT 0,
    -- From an inventory.
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
    -- What the application reads.
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
  /*
   * What a search reads: short rows beside the wide ones. A trigram index would not be used: under row-level security
   * only leak-proof operators may use an index, and LIKE is not one.
   */
  `CREATE TABLE resource_search_text (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    provider text NOT NULL,
    resource_id text NOT NULL,
    -- The first 200 characters in lower case, since an index entry has a maximum size.
    name text COLLATE "C" NOT NULL,
    -- Id, name, type and tags in lower case, one per line.
    text text COLLATE "C" NOT NULL,
    PRIMARY KEY (organization_id, provider, resource_id)
  )`,
  `CREATE INDEX resource_search_text_by_name ON resource_search_text (organization_id, name)`,
  ...protect('resource_search_text'),
]

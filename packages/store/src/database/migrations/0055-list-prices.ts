/** List prices that connections read: a row is added when one changes, and none is changed. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const listPrices: DatabaseMigration = {
  name: '0055-list-prices',
  statements: [
    `CREATE TABLE list_price (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- Prices go with the connection that read them.
      connection_id uuid NOT NULL REFERENCES sync_connection ON DELETE CASCADE,
      -- The cloud: 'aws', 'azure'.
      provider text NOT NULL,
      region text NOT NULL,
      kind text NOT NULL,
      type text NOT NULL,
      variant text NOT NULL,
      unit text NOT NULL,
      price numeric NOT NULL CHECK (price > 0),
      currency text NOT NULL,
      sku text NOT NULL,
      price_list text NOT NULL,
      -- As the cloud wrote it, with its time zone.
      effective_at text NOT NULL,
      -- When this price was read for the first time since the one before it.
      read_at timestamptz NOT NULL
    )`,
    `CREATE INDEX list_price_of_product
      ON list_price (organization_id, connection_id, region, kind, type, variant, read_at DESC)`,
    ...protect('list_price'),
  ],
}

/**
 * Actions that a feature puts on record by itself (a loop was stopped, a schedule set), and prices that a provider has
 * published for what a bill shows no more.
 */
import type { DatabaseMigration } from '../migration.ts'
import { onlyAddedTo, protect } from './0012-savings.ts'

export const actionSources: DatabaseMigration = {
  name: '0022-action-sources',
  statements: [
    `ALTER TABLE savings_action
      ADD COLUMN source text NOT NULL DEFAULT 'person' CHECK (source IN ('person', 'finding', 'loop', 'schedule')),
      ADD COLUMN source_id text NOT NULL DEFAULT ''`,
    // The same thing told twice is on record once; told again after it was taken back, it is on record anew.
    `CREATE UNIQUE INDEX savings_action_of_source
      ON savings_action (organization_id, source, source_id, (wanted ->> 'resource_id'))
      WHERE source IN ('loop', 'schedule') AND state <> 'withdrawn'`,
    `CREATE TABLE savings_price_notice (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization,
      sku text NOT NULL,
      currency text NOT NULL,
      -- The first hour in which the price held.
      hour timestamptz NOT NULL,
      price numeric NOT NULL,
      source text NOT NULL,
      recorded_by text NOT NULL,
      recorded_at timestamptz NOT NULL
    )`,
    `CREATE INDEX savings_price_notice_of_sku ON savings_price_notice (organization_id, currency, sku, hour)`,
    ...protect('savings_price_notice'),
    ...onlyAddedTo('savings_price_notice'),
  ],
}

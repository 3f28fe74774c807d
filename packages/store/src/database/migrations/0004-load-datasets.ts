/**
 * Loads of the smaller FOCUS datasets (invoice details, billing periods, contract commitments) beside those of cost
 * lines. Each dataset has piles of its own: an invoice detail delivered for a month does not replace its costs.
 */
import type { DatabaseMigration } from '../migration.ts'

export const loadDatasets: DatabaseMigration = {
  name: '0004-load-datasets',
  statements: [
    `ALTER TABLE cost_load ADD COLUMN dataset text NOT NULL DEFAULT 'cost_and_usage'
      CHECK (dataset IN ('cost_and_usage', 'contract_commitment', 'billing_period', 'invoice_detail'))`,
    `DROP INDEX cost_load_one_current`,
    `CREATE UNIQUE INDEX cost_load_one_current
      ON cost_load (organization_id, dataset, connection_id, billing_period, billing_account_id) WHERE status = 'current'`,
  ],
}

/**
 * Differences between the payment rail and the journal are the operator's. The customer they may concern is a
 * reference; a column named organization_id would say that the row belongs to the organization.
 */
import type { DatabaseMigration } from '../migration.ts'

export const reconciliationCustomer: DatabaseMigration = {
  name: '0006-reconciliation-customer',
  statements: ['ALTER TABLE billing_reconciliation_difference RENAME COLUMN organization_id TO customer_id'],
}

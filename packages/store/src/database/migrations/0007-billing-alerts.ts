/** What each billing alert was sent for, so that it is sent once for a month, an invoice, or a balance that fell. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const billingAlerts: DatabaseMigration = {
  name: '0007-billing-alerts',
  statements: [
    'ALTER TABLE billing_alert DROP COLUMN sent_for',
    // An alert on due dates is about invoices of every currency.
    'ALTER TABLE billing_alert ALTER COLUMN currency DROP NOT NULL',
    'ALTER TABLE billing_alert ADD CONSTRAINT billing_alert_of_organization UNIQUE (organization_id, id)',
    `CREATE TABLE billing_alert_crossing (
      organization_id uuid NOT NULL,
      alert_id uuid NOT NULL,
      -- The month, the invoice's id, or 'below'.
      subject text NOT NULL,
      title text NOT NULL,
      crossed_at timestamptz NOT NULL,
      PRIMARY KEY (alert_id, subject),
      FOREIGN KEY (organization_id, alert_id) REFERENCES billing_alert (organization_id, id) ON DELETE CASCADE
    )`,
    ...protect('billing_alert_crossing'),
  ],
}

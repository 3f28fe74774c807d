/** A published price that was put on record by mistake: it stays there, and counts no more. */
import type { DatabaseMigration } from '../migration.ts'
import { onlyAddedTo, protect } from './0012-savings.ts'

export const priceWithdrawals: DatabaseMigration = {
  name: '0040-price-withdrawals',
  statements: [
    // So that a withdrawal can name a price of its own organisation only.
    `ALTER TABLE savings_price_notice ADD UNIQUE (organization_id, id)`,
    `CREATE TABLE savings_price_withdrawal (
      organization_id uuid NOT NULL REFERENCES organization,
      notice_id uuid NOT NULL,
      withdrawn_by text NOT NULL,
      withdrawn_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, notice_id),
      FOREIGN KEY (organization_id, notice_id) REFERENCES savings_price_notice (organization_id, id)
    )`,
    ...protect('savings_price_withdrawal'),
    ...onlyAddedTo('savings_price_withdrawal'),
  ],
}

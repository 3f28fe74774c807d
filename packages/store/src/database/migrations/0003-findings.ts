/**
 * Two rules may see the same money: a finding says whose finding counts it, so that totals add it once.
 */
import type { DatabaseMigration } from '../migration.ts'

export const findings: DatabaseMigration = {
  name: '0003-findings',
  statements: [
    `ALTER TABLE finding ADD COLUMN counted_in text NOT NULL DEFAULT ''`,
    // The numbers of a total are read without the rest of the row.
    `CREATE INDEX finding_open_by_currency ON finding (organization_id, currency)
      INCLUDE (monthly_saving, monthly_saving_low, monthly_saving_high) WHERE status = 'open' AND counted_in = ''`,
  ],
}

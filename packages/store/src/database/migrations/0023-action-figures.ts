/** What the calculation of a month found of each action: baseline, measured cost, interval and days. */
import type { DatabaseMigration } from '../migration.ts'

export const actionFigures: DatabaseMigration = {
  name: '0023-action-figures',
  statements: [
    // By action, in whole nano-units. Empty for months that were calculated before.
    `ALTER TABLE savings_run ADD COLUMN actions jsonb NOT NULL DEFAULT '{}'`,
  ],
}

/** How the parts of this Kept were, by day: samples taken, and those that found a part down. */
import type { DatabaseMigration } from '../migration.ts'

export const status: DatabaseMigration = {
  name: '0033-status',
  statements: [
    `CREATE TABLE status_day (
      day date NOT NULL,
      part text NOT NULL,
      samples integer NOT NULL CHECK (samples > 0),
      failed integer NOT NULL CHECK (failed BETWEEN 0 AND samples),
      PRIMARY KEY (day, part)
    )`,
  ],
}

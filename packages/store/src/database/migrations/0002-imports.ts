/**
 * What an import needs to be done exactly once whatever kills it: which attempt is the living one (its loads carry
 * the attempt in their ids, and only the living attempt may publish), when it last gave a sign of life,
 * what it was asked to read, and since when a load is superseded, so that it can be swept in time.
 */
import type { DatabaseMigration } from '../migration.ts'

export const imports: DatabaseMigration = {
  name: '0002-imports',
  statements: [
    `ALTER TABLE import
      ADD COLUMN attempt integer NOT NULL DEFAULT 0,
      ADD COLUMN inputs jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN touched_at timestamptz NOT NULL DEFAULT now()`,
    `ALTER TABLE cost_load ADD COLUMN superseded_at timestamptz`,
    `ALTER TABLE cost_load ADD CONSTRAINT cost_load_superseded_says_when
      CHECK (status <> 'superseded' OR (superseded_by IS NOT NULL AND superseded_at IS NOT NULL))`,
    `CREATE INDEX cost_load_superseded_by ON cost_load (superseded_by) WHERE superseded_by IS NOT NULL`,
    `CREATE INDEX cost_load_of_connection ON cost_load (organization_id, connection_id, billing_period)`,
  ],
}

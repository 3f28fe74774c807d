/** The security score of each day, as it was last computed on it. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const securityScores: DatabaseMigration = {
  name: '0043-security-scores',
  statements: [
    `CREATE TABLE security_score (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- In UTC.
      day date NOT NULL,
      score integer NOT NULL CHECK (score BETWEEN 0 AND 100),
      -- Points, so that a day can be explained: what failed, and what applied.
      earned integer NOT NULL,
      possible integer NOT NULL,
      recorded_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, day)
    )`,
    ...protect('security_score'),
  ],
}

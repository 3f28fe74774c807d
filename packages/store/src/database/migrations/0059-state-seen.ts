/**
 * Since when Kept has seen a resource in its state: at least that long it is in it, where its cloud does not say since when.
 * Of what was listed before, since it is listed the next time.
 */
import type { DatabaseMigration } from '../migration.ts'

export const stateSeen: DatabaseMigration = {
  name: '0059-state-seen',
  statements: ['ALTER TABLE resource ADD COLUMN state_seen_since timestamptz'],
}

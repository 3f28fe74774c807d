/** Letters of a person's own: a channel that is theirs alone, with what they want to hear of. */
import type { DatabaseMigration } from '../migration.ts'

export const letters: DatabaseMigration = {
  name: '0035-letters',
  statements: [
    `ALTER TABLE alert_channel
      -- Whose it is; null for the organisation's.
      ADD COLUMN person_id uuid REFERENCES users ON DELETE CASCADE,
      -- What of a person's own is told through it; the organisation's have rules.
      ADD COLUMN wishes jsonb`,
    `DROP INDEX alert_channel_name`,
    `CREATE UNIQUE INDEX alert_channel_name ON alert_channel (organization_id, name)
      WHERE removed_at IS NULL AND person_id IS NULL`,
    `CREATE UNIQUE INDEX alert_channel_of_person ON alert_channel (organization_id, person_id)`,
  ],
}

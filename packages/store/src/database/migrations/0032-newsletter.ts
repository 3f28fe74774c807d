/** Who gets the newsletter of this Kept: its operator's list, no organisation's. */
import type { DatabaseMigration } from '../migration.ts'

export const newsletter: DatabaseMigration = {
  name: '0032-newsletter',
  statements: [
    `CREATE TABLE newsletter_subscriber (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      status text NOT NULL CHECK (status IN ('asked', 'confirmed', 'left')),
      confirm_hash text UNIQUE,
      asked_at timestamptz NOT NULL,
      confirmed_at timestamptz,
      left_at timestamptz
    )`,
  ],
}

/** What replaced what actions removed, and who declared a replacement unrelated. */
import type { DatabaseMigration } from '../migration.ts'
import { onlyAddedTo, protect } from './0012-savings.ts'

export const substitution: DatabaseMigration = {
  name: '0041-substitution',
  statements: [
    `ALTER TABLE savings_entry DROP CONSTRAINT savings_entry_part_check`,
    `ALTER TABLE savings_entry ADD CONSTRAINT savings_entry_part_check
      CHECK (part IN ('usage', 'rate', 'penalty', 'modelled', 'avoidance', 'replaced'))`,
    // Found in the bill as it is now and made anew when it changes; statements carry their own copy.
    `CREATE TABLE savings_substitution (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      currency text NOT NULL,
      inputs_key text NOT NULL,
      substitution jsonb NOT NULL,
      found_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, currency)
    )`,
    ...protect('savings_substitution'),
    `CREATE TABLE savings_unrelated (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization,
      action_id uuid NOT NULL,
      resource_id text NOT NULL,
      -- The latest row of an action and a resource decides.
      unrelated boolean NOT NULL,
      reason text NOT NULL,
      declared_by text NOT NULL,
      declared_at timestamptz NOT NULL
    )`,
    `CREATE INDEX savings_unrelated_of_action ON savings_unrelated (organization_id, action_id)`,
    ...protect('savings_unrelated'),
    ...onlyAddedTo('savings_unrelated'),
    // By action, what of the month so far counts as replaced; whole nano-units.
    `ALTER TABLE savings_run ADD COLUMN replaced jsonb NOT NULL DEFAULT '{}'`,
  ],
}

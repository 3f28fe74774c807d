/** Which user of the organization a person in Slack is: they approve changes from a message. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const slackPeople: DatabaseMigration = {
  name: '0041-slack-people',
  statements: [
    `CREATE TABLE slack_person (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- Slack's IDs of the workspace and of the person in it.
      team_id text NOT NULL,
      slack_user_id text NOT NULL,
      slack_name text NOT NULL,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      linked_at timestamptz NOT NULL,
      UNIQUE (organization_id, team_id, slack_user_id)
    )`,
    ...protect('slack_person'),
  ],
}

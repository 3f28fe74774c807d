/** Pull requests that people opened for a recommendation. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const pullRequests: DatabaseMigration = {
  name: '0047-pull-requests',
  statements: [
    `CREATE TABLE pull_request (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- Without a reference: the pull request outlives the recommendation.
      recommendation_id uuid NOT NULL,
      -- A removed channel stays as a row, so its pull requests keep their name.
      channel_id uuid NOT NULL REFERENCES alert_channel ON DELETE CASCADE,
      repository text NOT NULL,
      -- Both null while GitHub is asked.
      number integer,
      url text,
      title text NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      -- The request that opens it has until then; later, another one may ask again.
      claimed_until timestamptz NOT NULL,
      CHECK ((number IS NULL) = (url IS NULL))
    )`,
    'CREATE UNIQUE INDEX pull_request_of_recommendation ON pull_request (organization_id, recommendation_id, channel_id)',
    ...protect('pull_request'),
  ],
}

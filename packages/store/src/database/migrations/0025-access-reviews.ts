/** Access reviews with what each reviews and decides, and when an organization is scanned. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const accessReviews: DatabaseMigration = {
  name: '0025-access-reviews',
  statements: [
    `CREATE TABLE access_review (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
      status text NOT NULL CHECK (status IN ('open', 'completed', 'canceled')),
      -- IDs of users.
      reviewers jsonb NOT NULL,
      revoke_overdue boolean NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      reminded_at timestamptz,
      ended_at timestamptz
    )`,
    'CREATE INDEX access_review_newest ON access_review (organization_id, created_at DESC)',
    // One at a time: access is decided in one place.
    `CREATE UNIQUE INDEX access_review_open ON access_review (organization_id) WHERE status = 'open'`,
    ...protect('access_review'),
    `CREATE TABLE access_review_item (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      review_id uuid NOT NULL REFERENCES access_review ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('person', 'custom_role', 'group_role', 'api_key')),
      subject_id text NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      permissions jsonb NOT NULL,
      last_active_at timestamptz,
      decision text NOT NULL DEFAULT 'pending' CHECK (decision IN ('pending', 'confirmed', 'revoked', 'retained')),
      note text NOT NULL DEFAULT '',
      decided_by text NOT NULL DEFAULT '',
      decided_at timestamptz,
      UNIQUE (review_id, kind, subject_id)
    )`,
    'CREATE INDEX access_review_item_review ON access_review_item (organization_id, review_id)',
    ...protect('access_review_item'),
    // Without a row, a kind is scanned every day at the time that Kept chooses.
    `CREATE TABLE scan_schedule (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('self', 'cloud', 'access', 'secrets')),
      frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'off')),
      -- 1 is Monday; null unless weekly.
      weekday smallint CHECK (weekday BETWEEN 1 AND 7),
      hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
      time_zone text NOT NULL,
      next_run_at timestamptz,
      updated_by text NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, kind),
      CHECK ((frequency = 'weekly') = (weekday IS NOT NULL)),
      CHECK ((frequency = 'off') = (next_run_at IS NULL))
    )`,
    ...protect('scan_schedule'),
  ],
}

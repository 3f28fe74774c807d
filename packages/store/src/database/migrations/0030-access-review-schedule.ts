/** Access reviews that start by themselves, and the name of organizations that were deleted. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const accessReviewSchedule: DatabaseMigration = {
  name: '0030-access-review-schedule',
  statements: [
    `CREATE TABLE access_review_schedule (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      every_days smallint NOT NULL CHECK (every_days BETWEEN 7 AND 365),
      -- From the start of a review to its due date.
      decide_within_days smallint NOT NULL CHECK (decide_within_days BETWEEN 1 AND 180),
      -- IDs of users.
      reviewers jsonb NOT NULL,
      revoke_overdue boolean NOT NULL,
      -- Null when turned off.
      next_start_at timestamptz,
      updated_by text NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK (decide_within_days <= every_days)
    )`,
    ...protect('access_review_schedule'),
    // From here on, deletion writes this name itself.
    `UPDATE organization SET name = 'Deleted on ' || to_char(deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
      WHERE deleted_at IS NOT NULL`,
  ],
}

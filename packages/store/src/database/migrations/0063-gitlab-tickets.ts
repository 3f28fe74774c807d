/** Tickets in GitLab, too. */
import type { DatabaseMigration } from '../migration.ts'

export const gitlabTickets: DatabaseMigration = {
  name: '0063-gitlab-tickets',
  statements: [
    'ALTER TABLE ticket DROP CONSTRAINT ticket_tracker_check',
    "ALTER TABLE ticket ADD CONSTRAINT ticket_tracker_check CHECK (tracker IN ('jira', 'github', 'gitlab'))",
  ],
}

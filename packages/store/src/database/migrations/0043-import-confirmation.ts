/**
 * A delivery that would lose part of what is loaded waits for a person: what it would lose, until when it waits, and
 * what is to be published when somebody confirms it.
 */
import type { DatabaseMigration } from '../migration.ts'

export const importConfirmation: DatabaseMigration = {
  name: '0043-import-confirmation',
  statements: [
    `ALTER TABLE import
      -- The person asked for it to be published whatever it loses.
      ADD COLUMN accept_smaller boolean NOT NULL DEFAULT false,
      ADD COLUMN losses jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN pending_publication jsonb,
      ADD COLUMN expires_at timestamptz`,
    `ALTER TABLE import DROP CONSTRAINT import_status_check`,
    `ALTER TABLE import ADD CONSTRAINT import_status_check
      CHECK (status IN ('queued', 'running', 'needs_confirmation', 'done', 'failed', 'undone', 'discarded'))`,
    `ALTER TABLE import ADD CONSTRAINT import_needs_confirmation_of_something
      CHECK (status <> 'needs_confirmation' OR (pending_publication IS NOT NULL AND expires_at IS NOT NULL))`,
    `CREATE INDEX import_needs_confirmation ON import (organization_id, expires_at) WHERE status = 'needs_confirmation'`,
  ],
}

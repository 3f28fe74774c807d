/** Schedules in force: which environments are started and stopped when, what people asked for instead, and what was done. */
import type { DatabaseMigration } from '../migration.ts'

const own = `organization_id = nullif(current_setting('app.organization_id', true), '')::uuid`

function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${own}) WITH CHECK (${own})`,
  ]
}

export const managedSchedules: DatabaseMigration = {
  name: '0031-managed-schedules',
  statements: [
    // What of the bill an environment consists of; runs made before this tell it anew the next night.
    `ALTER TABLE behaviour_schedule ADD COLUMN resources jsonb NOT NULL DEFAULT '[]'`,
    `CREATE TABLE managed_schedule (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      environment_id text NOT NULL,
      environment_name text NOT NULL,
      schedule jsonb NOT NULL,
      weekly_hours integer NOT NULL,
      resources jsonb NOT NULL,
      switched_by text NOT NULL CHECK (switched_by IN ('kept', 'by_hand')),
      applied_by text NOT NULL,
      applied_at timestamptz NOT NULL,
      reached text CHECK (reached IN ('on', 'off', 'unmanaged')),
      trouble text NOT NULL DEFAULT '',
      -- By resource: how it was before Kept stopped it, so that it can be put back.
      receipts jsonb NOT NULL DEFAULT '{}',
      -- Somebody is at it; a Kept that died holds it no longer than this.
      held_until timestamptz,
      PRIMARY KEY (organization_id, environment_id)
    )`,
    ...protect('managed_schedule'),
    `CREATE TABLE schedule_exception (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      environment_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('snooze', 'keep_on', 'keep_off')),
      from_at timestamptz NOT NULL,
      to_at timestamptz NOT NULL CHECK (to_at >= from_at),
      reason text NOT NULL DEFAULT '',
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      FOREIGN KEY (organization_id, environment_id) REFERENCES managed_schedule ON DELETE CASCADE
    )`,
    `CREATE INDEX schedule_exception_until ON schedule_exception (organization_id, environment_id, to_at)`,
    ...protect('schedule_exception'),
    `CREATE TABLE schedule_switch (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      environment_id text NOT NULL,
      at timestamptz NOT NULL,
      step text NOT NULL CHECK (step IN ('start', 'stop')),
      done boolean NOT NULL,
      words text NOT NULL,
      FOREIGN KEY (organization_id, environment_id) REFERENCES managed_schedule ON DELETE CASCADE
    )`,
    `CREATE INDEX schedule_switch_newest ON schedule_switch (organization_id, environment_id, at DESC)`,
    ...protect('schedule_switch'),
  ],
}

/** Applied schedules: when environments are started and stopped, exceptions to that, and what was switched. */
import { protect } from './row-security.ts'

export const schedulesSchema: readonly string[] = [
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
    failure_reason text NOT NULL DEFAULT '',
    -- By resource: its state before Kept stopped it, to restore it from.
    receipts jsonb NOT NULL DEFAULT '{}',
    -- Held by a process until this time, so that a crash does not block it.
    leased_until timestamptz,
    PRIMARY KEY (organization_id, environment_id)
  )`,
  ...protect('managed_schedule'),
  `CREATE TABLE schedule_exception (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    environment_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('snooze', 'keep_on', 'keep_off')),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL CHECK (ends_at >= starts_at),
    reason text NOT NULL DEFAULT '',
    created_by text NOT NULL,
    created_at timestamptz NOT NULL,
    FOREIGN KEY (organization_id, environment_id) REFERENCES managed_schedule ON DELETE CASCADE
  )`,
  `CREATE INDEX schedule_exception_until ON schedule_exception (organization_id, environment_id, ends_at)`,
  ...protect('schedule_exception'),
  `CREATE TABLE schedule_switch (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    environment_id text NOT NULL,
    at timestamptz NOT NULL,
    step text NOT NULL CHECK (step IN ('start', 'stop')),
    done boolean NOT NULL,
    message text NOT NULL,
    FOREIGN KEY (organization_id, environment_id) REFERENCES managed_schedule ON DELETE CASCADE
  )`,
  `CREATE INDEX schedule_switch_newest ON schedule_switch (organization_id, environment_id, at DESC)`,
  ...protect('schedule_switch'),
]

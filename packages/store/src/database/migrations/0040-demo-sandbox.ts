/**
 * Visitors of the demo act in simulated clouds. What they change there, and every row that follows from it, belongs to
 * their visit: no other visit and no job sees it, and it is deleted when the visit ends.
 */
import { currentVisit, demoVisitColumn, demoVisitPolicies } from '../baseline/demo-visit-rows.ts'
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

/** In the order in which they are deleted. */
const sandboxTables = [
  'action_approval',
  'autopilot_run',
  'autopilot_policy',
  'autopilot_change',
  'remediation_action',
  'savings_action',
  'managed_schedule',
  'schedule_exception',
  'schedule_switch',
  // Before the imports that replaced them.
  'cost_load',
  'import',
  'upload',
] as const

const withoutVisit = `'00000000-0000-0000-0000-000000000000'`
/** Part of a key: visitors do not collide with rows they cannot see. */
const visitKey = `coalesce(demo_visit, ${withoutVisit}::uuid)`

/** An environment has one schedule for each visit, whose exceptions and switches refer to it. */
const scheduleKeys: readonly string[] = [
  'ALTER TABLE schedule_exception DROP CONSTRAINT schedule_exception_organization_id_environment_id_fkey',
  'ALTER TABLE schedule_switch DROP CONSTRAINT schedule_switch_organization_id_environment_id_fkey',
  'ALTER TABLE managed_schedule DROP CONSTRAINT managed_schedule_pkey',
  ...['managed_schedule', 'schedule_exception', 'schedule_switch'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN visit_key uuid NOT NULL GENERATED ALWAYS AS (${visitKey}) STORED`,
  ),
  'ALTER TABLE managed_schedule ADD PRIMARY KEY (organization_id, environment_id, visit_key)',
  ...['schedule_exception', 'schedule_switch'].map(
    (table) => `ALTER TABLE ${table} ADD FOREIGN KEY (organization_id, environment_id, visit_key)
      REFERENCES managed_schedule ON DELETE CASCADE`,
  ),
]

export const demoSandbox: DatabaseMigration = {
  name: '0040-demo-sandbox',
  statements: [
    `CREATE TABLE simulated_resource (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL,
      address text NOT NULL,
      resource_id text NOT NULL,
      state jsonb NOT NULL,
      -- From when on it is in this state; earlier states stay, because the bill of an earlier day follows them.
      since timestamptz NOT NULL,
      ${demoVisitColumn}
    )`,
    `CREATE UNIQUE INDEX simulated_resource_once ON simulated_resource (organization_id, kind, address, since, ${visitKey})`,
    ...protect('simulated_resource'),
    ...demoVisitPolicies('simulated_resource'),
    ...sandboxTables.flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN ${demoVisitColumn}`,
      ...demoVisitPolicies(table),
    ]),
    'ALTER TABLE autopilot_policy DROP CONSTRAINT autopilot_policy_organization_id_name_key',
    `CREATE UNIQUE INDEX autopilot_policy_name ON autopilot_policy (organization_id, name, ${visitKey})`,
    'DROP INDEX savings_action_of_recommendation',
    `CREATE UNIQUE INDEX savings_action_of_recommendation
      ON savings_action (organization_id, recommendation_id, ${visitKey})
      WHERE recommendation_id IS NOT NULL AND state <> 'withdrawn'`,
    'DROP INDEX savings_action_of_source',
    `CREATE UNIQUE INDEX savings_action_of_source
      ON savings_action (organization_id, source, source_id, (input ->> 'resource_id'), ${visitKey})
      WHERE source IN ('loop', 'schedule') AND state <> 'withdrawn'`,
    'DROP INDEX cost_load_current',
    `CREATE UNIQUE INDEX cost_load_current
      ON cost_load (organization_id, dataset, connection_id, billing_period, billing_account_id, ${visitKey})
      WHERE status = 'current'`,
    ...scheduleKeys,
    // A visit's own action is deleted with it, even when it counts.
    `CREATE OR REPLACE FUNCTION reject_frozen_action_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.action IS NOT NULL AND (TG_OP = 'UPDATE' OR OLD.demo_visit IS NULL) THEN
        RAISE EXCEPTION 'an action that counts is never changed';
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`,
    `CREATE FUNCTION end_visit_of_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.demo_visit', OLD.id::text, true);
      ${[...sandboxTables, 'simulated_resource'].map((table) => `DELETE FROM ${table} WHERE demo_visit = ${currentVisit};`).join('\n      ')}
      PERFORM set_config('app.demo_visit', '', true);
      RETURN OLD;
    END $$`,
    `CREATE TRIGGER end_visit_of_sandbox AFTER DELETE ON demo_visit
      FOR EACH ROW EXECUTE FUNCTION end_visit_of_sandbox()`,
  ],
}

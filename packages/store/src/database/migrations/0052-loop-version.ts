/**
 * Loops have a version of their own: they change by the second while one runs, and what is computed from bills alone
 * must not be computed again for each of those changes.
 */
import type { DatabaseMigration } from '../migration.ts'
import { declareSlot, everyone, takeSlot } from './0035-data-version.ts'

const changedRows = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' } as const

/** Tables of an organization that are counted for its loops, as `countedTables` are for all else. */
export const loopTables: Readonly<Record<string, readonly (keyof typeof changedRows)[]>> = {
  loop_incident: ['INSERT', 'UPDATE', 'DELETE'],
  // That telemetry arrived at all on a day; how much of it changes with every request.
  telemetry_intake: ['INSERT', 'DELETE'],
}

export const loopVersion: DatabaseMigration = {
  name: '0052-loop-version',
  statements: [
    "ALTER TABLE data_version ADD COLUMN topic text NOT NULL DEFAULT 'data'",
    'ALTER TABLE data_version DROP CONSTRAINT data_version_pkey',
    'ALTER TABLE data_version ADD PRIMARY KEY (counted_for, topic, slot)',
    `CREATE OR REPLACE FUNCTION count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ${declareSlot}
    BEGIN
      IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;${takeSlot}
      INSERT INTO data_version AS counter (counted_for, topic, slot, changes)
        SELECT DISTINCT organization_id, coalesce(TG_ARGV[0], 'data'), own_slot, 1 FROM changed
        ON CONFLICT (counted_for, topic, slot) DO UPDATE SET changes = counter.changes + 1;
      RETURN NULL;
    END $$`,
    `CREATE OR REPLACE FUNCTION count_common_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ${declareSlot}
    BEGIN${takeSlot}
      INSERT INTO data_version AS counter (counted_for, topic, slot, changes) VALUES ('${everyone}', 'data', own_slot, 1)
        ON CONFLICT (counted_for, topic, slot) DO UPDATE SET changes = counter.changes + 1;
      RETURN NULL;
    END $$`,
    // Not in SQL, which Postgres would plan again at each call.
    `CREATE FUNCTION data_versions(organization uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN (SELECT jsonb_build_object(
          'data', coalesce(sum(changes) FILTER (WHERE topic = 'data'), 0)::text,
          'loops', coalesce(sum(changes) FILTER (WHERE topic = 'loops'), 0)::text)
        FROM data_version WHERE counted_for IN (organization, '${everyone}'));
    END $$`,
    'DROP FUNCTION active_membership(uuid, uuid)',
    // As before, with both versions.
    `CREATE FUNCTION active_membership(person uuid, active_organization uuid)
    RETURNS TABLE (id uuid, slug text, name text, demo boolean, require_second_factor boolean, enforced_policies jsonb,
      role text, grants jsonb, versions jsonb) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.user_id', person::text, true);
      RETURN QUERY SELECT o.id, o.slug, o.name, o.demo, o.require_second_factor, o.enforced_policies, m.role, m.grants,
        data_versions(o.id)
      FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = person AND m.organization_id = active_organization AND m.status = 'active';
    END $$`,
    ...Object.entries(loopTables).flatMap(([table, operations]) =>
      operations.map(
        (operation) => `CREATE TRIGGER count_${operation.toLowerCase()} AFTER ${operation} ON ${table}
          REFERENCING ${changedRows[operation]} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changes('loops')`,
      ),
    ),
  ],
}

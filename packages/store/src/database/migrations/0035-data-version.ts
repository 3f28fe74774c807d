/**
 * Every committed change to what responses are computed from counts up the version of its organization, so that a
 * response may be sent again while its version stands. Triggers count, so that no writer can forget to.
 */
import type { DatabaseMigration } from '../migration.ts'

/** Tables of an organization that are counted. `server/src/cached-responses.test.ts` compares them with what is read. */
export const countedTables = [
  'anomaly',
  'anomaly_sensitivity',
  'anomaly_settings',
  'budget',
  'budget_crossing',
  'cloud_account',
  'commission_rule',
  'cost_load',
  'import',
  'known_event',
  'metric_anomaly',
  'recommendation',
  'recommendation_comment',
  'recommendation_transition',
  'resource',
  'resource_relation',
  'resource_search_text',
  'rule_evaluation',
  'security_policy',
] as const

/** Of no organization: a change counts for all of them. */
export const commonTables = ['commission_settings', 'organization'] as const

/** Stands for all organizations. */
export const everyone = '00000000-0000-0000-0000-000000000000'

const changedRows = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' } as const

/**
 * Concurrent transactions count in slots of their own, because one counter would make them wait for each other until
 * they commit. The sum over the slots only grows, and each commit makes it grow.
 */
export const takeSlot = `
    IF own_slot IS NULL THEN
      own_slot := 0;
      -- Held until the transaction ends, or is rolled back to a savepoint, which forgets the setting too.
      WHILE NOT pg_try_advisory_xact_lock(7253016, own_slot) LOOP own_slot := own_slot + 1; END LOOP;
      PERFORM set_config('app.data_version_slot', own_slot::text, true);
    END IF;`

export const declareSlot = `own_slot integer := nullif(current_setting('app.data_version_slot', true), '')::integer;`

export const dataVersion: DatabaseMigration = {
  name: '0035-data-version',
  statements: [
    `CREATE TABLE data_version (
      -- An organization, or the nil UUID for all of them. Counters are no rows of an organization.
      counted_for uuid NOT NULL,
      slot integer NOT NULL,
      changes bigint NOT NULL CHECK (changes > 0),
      PRIMARY KEY (counted_for, slot)
    ) WITH (fillfactor = 50)`,
    `CREATE FUNCTION count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ${declareSlot}
    BEGIN
      IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;${takeSlot}
      INSERT INTO data_version AS counter (counted_for, slot, changes)
        SELECT DISTINCT organization_id, own_slot, 1 FROM changed
        ON CONFLICT (counted_for, slot) DO UPDATE SET changes = counter.changes + 1;
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION count_common_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ${declareSlot}
    BEGIN${takeSlot}
      INSERT INTO data_version AS counter (counted_for, slot, changes) VALUES ('${everyone}', own_slot, 1)
        ON CONFLICT (counted_for, slot) DO UPDATE SET changes = counter.changes + 1;
      RETURN NULL;
    END $$`,
    /*
     * What every request of a signed-in user asks, in one round trip. It runs with the caller's rights: row-level
     * security shows it the memberships of this user, as it does to `asPerson`.
     */
    `CREATE FUNCTION active_membership(person uuid, active_organization uuid)
    RETURNS TABLE (id uuid, slug text, name text, demo boolean, require_second_factor boolean, enforced_policies jsonb,
      role text, grants jsonb, data_version text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.user_id', person::text, true);
      RETURN QUERY SELECT o.id, o.slug, o.name, o.demo, o.require_second_factor, o.enforced_policies, m.role, m.grants,
        (SELECT coalesce(sum(v.changes), 0)::text FROM data_version v WHERE v.counted_for IN (o.id, '${everyone}'))
      FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = person AND m.organization_id = active_organization AND m.status = 'active';
    END $$`,
    ...countedTables.flatMap((table) =>
      Object.entries(changedRows).map(
        ([operation, rows]) => `CREATE TRIGGER count_${operation.toLowerCase()} AFTER ${operation} ON ${table}
          REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_changes()`,
      ),
    ),
    ...commonTables.map(
      (table) => `CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION count_common_changes()`,
    ),
  ],
}

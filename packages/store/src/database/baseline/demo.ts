/**
 * Changes by a visitor of the demo last as long as the visit. Rows that a visit creates carry its id (demo-visit-rows).
 * Changes to rows of the demo itself are recorded column by column and reverted. The database does both in the
 * transaction of the change, so that a crash loses nothing.
 */

import { currentVisit, demoOwnTables } from './demo-visit-rows.ts'
import { protect } from './row-security.ts'

/** Tables whose rows a visitor can change, with their free text: it is replaced, since other visitors would read it. */
const changeableTables = {
  recommendation: ['owner', 'dismissed_reason'],
  anomaly: ['feedback_by', 'feedback_note'],
  metric_anomaly: ['feedback_by'],
  loop_incident: [],
} as const

export const demoSchema: readonly string[] = [
  `CREATE TABLE demo_visit (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    -- The session's id; no foreign key, since the visit is reverted after the session is deleted.
    id uuid PRIMARY KEY,
    expires_at timestamptz NOT NULL,
    changes integer NOT NULL
  )`,
  ...protect('demo_visit'),
  `CREATE TABLE demo_change (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    visit uuid NOT NULL,
    table_name text NOT NULL,
    row_id text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL
  )`,
  `CREATE INDEX demo_change_of_visit ON demo_change (visit, id)`,
  `CREATE INDEX demo_change_of_row ON demo_change (table_name, row_id, id)`,
  ...protect('demo_change'),
  `CREATE FUNCTION record_demo_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    previous jsonb := to_jsonb(OLD);
    old_values jsonb;
    new_values jsonb;
    name text;
  BEGIN
    IF TG_NARGS > 0 THEN
      FOREACH name IN ARRAY TG_ARGV LOOP
        IF coalesce(to_jsonb(NEW) ->> name, '') <> '' AND to_jsonb(NEW) -> name IS DISTINCT FROM previous -> name THEN
          NEW := jsonb_populate_record(NEW, jsonb_build_object(name, 'A visitor of the demo'));
        END IF;
      END LOOP;
    END IF;
    SELECT jsonb_object_agg(key, previous -> key), jsonb_object_agg(key, value) INTO old_values, new_values
      FROM jsonb_each(to_jsonb(NEW)) WHERE value IS DISTINCT FROM previous -> key;
    IF old_values IS NOT NULL THEN
      INSERT INTO demo_change (organization_id, visit, table_name, row_id, before, after)
        VALUES (NEW.organization_id, ${currentVisit}, TG_TABLE_NAME, NEW.id::text, old_values, new_values);
    END IF;
    RETURN NEW;
  END $$`,
  ...Object.entries(changeableTables).map(
    ([table, texts]) => `CREATE TRIGGER record_demo_change BEFORE UPDATE ON ${table}
      FOR EACH ROW WHEN (coalesce(current_setting('app.demo_visit', true), '') <> '')
      EXECUTE FUNCTION record_demo_change(${texts.map((name) => `'${name}'`).join(', ')})`,
  ),
  /*
   * Reverts everything a visit changed. Where a later visit changed the same column, its record receives the older
   * value instead, and reverts it when that visit ends. Later changes by jobs stay.
   */
  `CREATE FUNCTION end_demo_visit(ended uuid) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    change demo_change;
    current_row jsonb;
    field text;
    later bigint;
    fields text[];
  BEGIN
    PERFORM set_config('app.demo_visit', ended::text, true);
    ${demoOwnTables.map((table) => `DELETE FROM ${table} WHERE demo_visit = ended;`).join('\n      ')}
    PERFORM set_config('app.demo_visit', '', true);
    DELETE FROM notification_read WHERE reader = ended::text;
    FOR change IN SELECT * FROM demo_change WHERE visit = ended ORDER BY id DESC LOOP
      EXECUTE format('SELECT to_jsonb(changed) FROM %I changed WHERE organization_id = $1 AND id::text = $2 FOR UPDATE',
        change.table_name) INTO current_row USING change.organization_id, change.row_id;
      fields := '{}';
      FOR field IN SELECT jsonb_object_keys(change.before) LOOP
        SELECT id INTO later FROM demo_change WHERE table_name = change.table_name AND row_id = change.row_id
          AND id > change.id AND before ? field ORDER BY id LIMIT 1;
        IF later IS NOT NULL THEN
          UPDATE demo_change SET before = jsonb_set(before, ARRAY[field], change.before -> field) WHERE id = later;
        ELSIF current_row -> field IS NOT DISTINCT FROM change.after -> field THEN
          fields := fields || field;
        END IF;
      END LOOP;
      IF current_row IS NOT NULL AND cardinality(fields) > 0 THEN
        EXECUTE (SELECT format('UPDATE %I SET ', change.table_name)
          || string_agg(format('%I = (jsonb_populate_record(NULL::%I, $1)).%I', name, change.table_name, name), ', ')
          || ' WHERE organization_id = $2 AND id::text = $3' FROM unnest(fields) name)
          USING change.before, change.organization_id, change.row_id;
      END IF;
      DELETE FROM demo_change WHERE id = change.id;
    END LOOP;
    DELETE FROM demo_visit WHERE id = ended;
  END $$`,
]

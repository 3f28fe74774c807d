/**
 * What a visitor of the demo does lasts as long as the visit. Rows a visit creates carry its id, and no other visit and
 * no job sees them; a visit can change and delete only those. State it moves on rows of the demo is remembered column
 * by column and set back. Both are held by the database, in the transaction of the change: a kill loses nothing.
 */
import type { DatabaseMigration } from '../migration.ts'
import { protect } from './0012-savings.ts'

const visit = `nullif(current_setting('app.demo_visit', true), '')::uuid`

/** Tables in which a visitor creates rows of their own. */
export const demoOwnTables = ['budget', 'alert_rule', 'known_event', 'finding_step', 'loop_step'] as const

/** Tables whose state a visitor moves, each with the free text other visitors would read: it is not kept. */
export const demoMarkedTables = {
  finding: ['owner', 'dismissed_reason'],
  anomaly: ['feedback_by', 'feedback_note'],
  metric_anomaly: ['feedback_by'],
  loop_incident: [],
} as const

function ownRows(table: (typeof demoOwnTables)[number]): string[] {
  return [
    `ALTER TABLE ${table} ADD COLUMN demo_visit uuid DEFAULT ${visit}`,
    `CREATE INDEX ${table}_of_demo_visit ON ${table} (demo_visit) WHERE demo_visit IS NOT NULL`,
    `CREATE POLICY demo_visit_reads ON ${table} AS RESTRICTIVE FOR SELECT
      USING (demo_visit IS NULL OR demo_visit = ${visit})`,
    `CREATE POLICY demo_visit_inserts ON ${table} AS RESTRICTIVE FOR INSERT
      WITH CHECK (demo_visit IS NOT DISTINCT FROM ${visit})`,
    `CREATE POLICY demo_visit_updates ON ${table} AS RESTRICTIVE FOR UPDATE
      USING (demo_visit IS NOT DISTINCT FROM ${visit}) WITH CHECK (demo_visit IS NOT DISTINCT FROM ${visit})`,
    `CREATE POLICY demo_visit_deletes ON ${table} AS RESTRICTIVE FOR DELETE
      USING (demo_visit IS NOT DISTINCT FROM ${visit})`,
  ]
}

/** Names are taken within what somebody sees. */
function namesWithinVisit(table: 'budget' | 'alert_rule'): string[] {
  return [
    `ALTER TABLE ${table} DROP CONSTRAINT ${table}_organization_id_name_key`,
    `CREATE UNIQUE INDEX ${table}_organization_id_name_key
      ON ${table} (organization_id, name, coalesce(demo_visit, '00000000-0000-0000-0000-000000000000'))`,
  ]
}

export const demoVisits: DatabaseMigration = {
  name: '0044-demo-visits',
  statements: [
    `CREATE TABLE demo_visit (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- The session's id; no reference, since the visit is undone after the session is gone.
      id uuid PRIMARY KEY,
      expires_at timestamptz NOT NULL,
      changes integer NOT NULL
    )`,
    ...protect('demo_visit'),
    `CREATE TABLE demo_mark (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      visit uuid NOT NULL,
      table_name text NOT NULL,
      row_id text NOT NULL,
      before jsonb NOT NULL,
      after jsonb NOT NULL
    )`,
    `CREATE INDEX demo_mark_of_visit ON demo_mark (visit, id)`,
    `CREATE INDEX demo_mark_of_row ON demo_mark (table_name, row_id, id)`,
    ...protect('demo_mark'),
    ...demoOwnTables.flatMap(ownRows),
    ...namesWithinVisit('budget'),
    ...namesWithinVisit('alert_rule'),
    `CREATE FUNCTION remember_demo_mark() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      former jsonb := to_jsonb(OLD);
      old_values jsonb;
      new_values jsonb;
      name text;
    BEGIN
      IF TG_NARGS > 0 THEN
        FOREACH name IN ARRAY TG_ARGV LOOP
          IF coalesce(to_jsonb(NEW) ->> name, '') <> '' AND to_jsonb(NEW) -> name IS DISTINCT FROM former -> name THEN
            NEW := jsonb_populate_record(NEW, jsonb_build_object(name, 'A visitor of the demo'));
          END IF;
        END LOOP;
      END IF;
      SELECT jsonb_object_agg(key, former -> key), jsonb_object_agg(key, value) INTO old_values, new_values
        FROM jsonb_each(to_jsonb(NEW)) WHERE value IS DISTINCT FROM former -> key;
      IF old_values IS NOT NULL THEN
        INSERT INTO demo_mark (organization_id, visit, table_name, row_id, before, after)
          VALUES (NEW.organization_id, ${visit}, TG_TABLE_NAME, NEW.id::text, old_values, new_values);
      END IF;
      RETURN NEW;
    END $$`,
    ...Object.entries(demoMarkedTables).map(
      ([table, texts]) => `CREATE TRIGGER remember_demo_mark BEFORE UPDATE ON ${table}
        FOR EACH ROW WHEN (coalesce(current_setting('app.demo_visit', true), '') <> '')
        EXECUTE FUNCTION remember_demo_mark(${texts.map((name) => `'${name}'`).join(', ')})`,
    ),
    /*
     * Takes back everything of one visit. A column another visit has changed since is set back when that visit ends:
     * its own mark is given the older value. What a job has changed since stays as the job left it.
     */
    `CREATE FUNCTION end_demo_visit(ended uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      mark demo_mark;
      present jsonb;
      field text;
      later bigint;
      fields text[];
    BEGIN
      PERFORM set_config('app.demo_visit', ended::text, true);
      ${demoOwnTables.map((table) => `DELETE FROM ${table} WHERE demo_visit = ended;`).join('\n      ')}
      PERFORM set_config('app.demo_visit', '', true);
      DELETE FROM notification_read WHERE reader = ended::text;
      FOR mark IN SELECT * FROM demo_mark WHERE visit = ended ORDER BY id DESC LOOP
        EXECUTE format('SELECT to_jsonb(marked) FROM %I marked WHERE organization_id = $1 AND id::text = $2 FOR UPDATE',
          mark.table_name) INTO present USING mark.organization_id, mark.row_id;
        fields := '{}';
        FOR field IN SELECT jsonb_object_keys(mark.before) LOOP
          SELECT id INTO later FROM demo_mark WHERE table_name = mark.table_name AND row_id = mark.row_id
            AND id > mark.id AND before ? field ORDER BY id LIMIT 1;
          IF later IS NOT NULL THEN
            UPDATE demo_mark SET before = jsonb_set(before, ARRAY[field], mark.before -> field) WHERE id = later;
          ELSIF present -> field IS NOT DISTINCT FROM mark.after -> field THEN
            fields := fields || field;
          END IF;
        END LOOP;
        IF present IS NOT NULL AND cardinality(fields) > 0 THEN
          EXECUTE (SELECT format('UPDATE %I SET ', mark.table_name)
            || string_agg(format('%I = (jsonb_populate_record(NULL::%I, $1)).%I', name, mark.table_name, name), ', ')
            || ' WHERE organization_id = $2 AND id::text = $3' FROM unnest(fields) name)
            USING mark.before, mark.organization_id, mark.row_id;
        END IF;
        DELETE FROM demo_mark WHERE id = mark.id;
      END LOOP;
      DELETE FROM demo_visit WHERE id = ended;
    END $$`,
  ],
}

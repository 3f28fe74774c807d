/** Owners, snoozing, comments and visits of the recommendations, and saved views of the Cost Explorer. */
import { currentVisit, demoVisitColumn } from '../baseline/demo-visit-rows.ts'
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

/** The tables in which visitors of the demo create rows, as of this migration. */
const visitTables = [
  'budget',
  'alert_rule',
  'known_event',
  'recommendation_transition',
  'loop_transition',
  'recommendation_comment',
  'saved_view',
]

export const inboxAndSavedViews: DatabaseMigration = {
  name: '0013-inbox-and-saved-views',
  statements: [
    `ALTER TABLE recommendation
      ADD COLUMN owner_type text NOT NULL DEFAULT '' CHECK (owner_type IN ('', 'person', 'team')),
      ADD COLUMN owner_id text NOT NULL DEFAULT ''`,
    'ALTER TABLE recommendation DROP CONSTRAINT recommendation_status_check',
    "UPDATE recommendation SET status = 'snoozed' WHERE status = 'dismissed' AND dismissed_until IS NOT NULL",
    `ALTER TABLE recommendation ADD CONSTRAINT recommendation_status_check CHECK (status IN
      ('open', 'accepted', 'done', 'verifying', 'verified', 'regressed', 'dismissed', 'snoozed', 'gone'))`,
    `CREATE TABLE recommendation_comment (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      recommendation_id uuid NOT NULL REFERENCES recommendation ON DELETE CASCADE,
      -- The user's ID, or the name of another caller; the name outlives the account.
      author text NOT NULL,
      author_name text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      ${demoVisitColumn}
    )`,
    `CREATE INDEX recommendation_comment_of_recommendation
      ON recommendation_comment (organization_id, recommendation_id, created_at)`,
    ...protect('recommendation_comment'),
    ...visitPolicies('recommendation_comment'),
    `CREATE TABLE recommendation_visit (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      reader text NOT NULL,
      visited_at timestamptz NOT NULL,
      -- The end of the visit before; null on the first one.
      since timestamptz,
      PRIMARY KEY (organization_id, reader)
    )`,
    ...protect('recommendation_visit'),
    `CREATE TABLE saved_view (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- The user's ID, or the name of another caller.
      owner text NOT NULL,
      owner_name text NOT NULL,
      name text NOT NULL,
      folder text NOT NULL DEFAULT '',
      -- Everyone in the organization sees it; only the owner changes it.
      is_shared boolean NOT NULL DEFAULT false,
      -- What the owner's Cost Explorer opens with.
      is_default boolean NOT NULL DEFAULT false,
      -- The parameters of the address.
      search text NOT NULL,
      updated_at timestamptz NOT NULL,
      ${demoVisitColumn}
    )`,
    `CREATE UNIQUE INDEX saved_view_name ON saved_view (organization_id, owner, folder, name,
      coalesce(demo_visit, '00000000-0000-0000-0000-000000000000'))`,
    ...protect('saved_view'),
    ...visitPolicies('saved_view'),
    // A team or a user that was chosen from a list is no free text: other visitors may read its name.
    `CREATE OR REPLACE FUNCTION record_demo_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      previous jsonb := to_jsonb(OLD);
      old_values jsonb;
      new_values jsonb;
      name text;
    BEGIN
      IF TG_NARGS > 0 THEN
        FOREACH name IN ARRAY TG_ARGV LOOP
          CONTINUE WHEN name = 'owner' AND coalesce(to_jsonb(NEW) ->> 'owner_type', '') <> '';
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
    // As in the baseline, and with the comments of the visit.
    `CREATE OR REPLACE FUNCTION end_demo_visit(ended uuid) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      change demo_change;
      current_row jsonb;
      field text;
      later bigint;
      fields text[];
    BEGIN
      PERFORM set_config('app.demo_visit', ended::text, true);
      ${visitTables.map((table) => `DELETE FROM ${table} WHERE demo_visit = ended;`).join('\n      ')}
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
  ],
}

/** A visitor sees the rows of the demo and those of the own visit, and changes only the latter. */
function visitPolicies(table: string): string[] {
  const own = `demo_visit IS NOT DISTINCT FROM ${currentVisit}`
  return [
    `CREATE INDEX ${table}_of_demo_visit ON ${table} (demo_visit) WHERE demo_visit IS NOT NULL`,
    `CREATE POLICY demo_visit_reads ON ${table} AS RESTRICTIVE FOR SELECT
      USING (demo_visit IS NULL OR demo_visit = ${currentVisit})`,
    `CREATE POLICY demo_visit_inserts ON ${table} AS RESTRICTIVE FOR INSERT WITH CHECK (${own})`,
    `CREATE POLICY demo_visit_updates ON ${table} AS RESTRICTIVE FOR UPDATE USING (${own}) WITH CHECK (${own})`,
    `CREATE POLICY demo_visit_deletes ON ${table} AS RESTRICTIVE FOR DELETE USING (${own})`,
  ]
}

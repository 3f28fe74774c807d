/** Notes on days of the costs. */
import { currentVisit, demoVisitColumn, demoVisitPolicies } from '../baseline/demo-visit-rows.ts'
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const costAnnotations: DatabaseMigration = {
  name: '0024-cost-annotations',
  statements: [
    `CREATE TABLE cost_annotation (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      day date NOT NULL,
      body text NOT NULL,
      -- The user's ID, or the name of another caller; the name outlives the account.
      author text NOT NULL,
      author_name text NOT NULL,
      created_at timestamptz NOT NULL,
      ${demoVisitColumn}
    )`,
    'CREATE INDEX cost_annotation_of_day ON cost_annotation (organization_id, day)',
    ...protect('cost_annotation'),
    ...demoVisitPolicies('cost_annotation'),
    // What a visitor of the demo wrote ends with the visit.
    `CREATE FUNCTION end_visit_of_annotations() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.demo_visit', OLD.id::text, true);
      DELETE FROM cost_annotation WHERE demo_visit = ${currentVisit};
      PERFORM set_config('app.demo_visit', '', true);
      RETURN OLD;
    END $$`,
    `CREATE TRIGGER end_visit_of_annotations AFTER DELETE ON demo_visit
      FOR EACH ROW EXECUTE FUNCTION end_visit_of_annotations()`,
  ],
}

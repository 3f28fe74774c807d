/** Saved reports with their schedules, the history of their runs, and each message that was sent. */
import { currentVisit, demoVisitColumn, demoVisitPolicies } from '../baseline/demo-visit-rows.ts'
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

/** The timer looks for due reports over all organizations; it reads nothing else of them. */
const tick = `current_setting('app.reports_tick', true) = 'on'`

export const savedReports: DatabaseMigration = {
  name: '0014-saved-reports',
  statements: [
    `CREATE TABLE saved_report (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      name text NOT NULL,
      definition jsonb NOT NULL,
      shared boolean NOT NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      owner_name text NOT NULL,
      schedule jsonb,
      -- The next occurrence; null without an enabled schedule.
      next_run_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      ${demoVisitColumn}
    )`,
    'CREATE INDEX saved_report_of_organization ON saved_report (organization_id, name)',
    'CREATE INDEX saved_report_due ON saved_report (next_run_at) WHERE next_run_at IS NOT NULL',
    ...protect('saved_report'),
    ...demoVisitPolicies('saved_report'),
    `CREATE POLICY reports_tick ON saved_report FOR SELECT USING (${tick})`,
    // What a visitor of the demo created ends with the visit.
    `CREATE FUNCTION end_visit_of_reports() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.demo_visit', OLD.id::text, true);
      DELETE FROM saved_report WHERE demo_visit = ${currentVisit};
      PERFORM set_config('app.demo_visit', '', true);
      RETURN OLD;
    END $$`,
    `CREATE TRIGGER end_visit_of_reports AFTER DELETE ON demo_visit
      FOR EACH ROW EXECUTE FUNCTION end_visit_of_reports()`,

    `CREATE TABLE report_run (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      report_id uuid NOT NULL REFERENCES saved_report ON DELETE CASCADE,
      -- The scheduled time; null for a run that a person started. Each is recorded once, before anything is sent.
      occurrence_at timestamptz,
      status text NOT NULL CHECK (status IN ('waiting', 'running', 'finished', 'failed', 'skipped')),
      started_by text NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      -- A waiting run is due then, and a running one has lost its process.
      next_attempt_at timestamptz,
      -- The figures, as every file and message of the run shows them.
      document jsonb,
      error text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      finished_at timestamptz,
      UNIQUE (report_id, occurrence_at)
    )`,
    'CREATE INDEX report_run_of_report ON report_run (report_id, created_at DESC)',
    'CREATE INDEX report_run_due ON report_run (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    ...protect('report_run'),
    `CREATE POLICY reports_tick ON report_run FOR SELECT USING (${tick})`,

    `CREATE TABLE report_delivery (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      run_id uuid NOT NULL REFERENCES report_run ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('email', 'channel')),
      -- The address of a member, or the ID of a channel.
      target text NOT NULL,
      formats jsonb NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      result text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      finished_at timestamptz,
      UNIQUE (run_id, kind, target)
    )`,
    'CREATE INDEX report_delivery_due ON report_delivery (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    ...protect('report_delivery'),
    `CREATE POLICY reports_tick ON report_delivery FOR SELECT USING (${tick})`,
  ],
}

/**
 * Rows that a demo visitor creates carry the id of the visit. No other visit and no job sees them, and a visit can
 * change and delete only its own.
 */
export const currentVisit = "nullif(current_setting('app.demo_visit', true), '')::uuid"

/** The column of a table in which visitors create rows. */
export const demoVisitColumn = `demo_visit uuid DEFAULT ${currentVisit}`

/** Tables in which visitors create rows; each has `demoVisitColumn`. */
export const demoOwnTables = [
  'budget',
  'alert_rule',
  'known_event',
  'recommendation_transition',
  'loop_transition',
] as const

/** Tables of migrations, which delete the rows of a visit by a trigger of their own. */
type LaterTable =
  | 'saved_report'
  | 'cost_annotation'
  | 'simulated_resource'
  | 'action_approval'
  | 'autopilot_run'
  | 'autopilot_policy'
  | 'autopilot_change'
  | 'remediation_action'
  | 'savings_action'
  | 'managed_schedule'
  | 'schedule_exception'
  | 'schedule_switch'
  | 'import'
  | 'cost_load'
  | 'upload'

/** The index and the policies of a table with `demoVisitColumn`. */
export function demoVisitPolicies(table: (typeof demoOwnTables)[number] | LaterTable): string[] {
  return [
    `CREATE INDEX ${table}_of_demo_visit ON ${table} (demo_visit) WHERE demo_visit IS NOT NULL`,
    `CREATE POLICY demo_visit_reads ON ${table} AS RESTRICTIVE FOR SELECT
    USING (demo_visit IS NULL OR demo_visit = ${currentVisit})`,
    `CREATE POLICY demo_visit_inserts ON ${table} AS RESTRICTIVE FOR INSERT
    WITH CHECK (demo_visit IS NOT DISTINCT FROM ${currentVisit})`,
    `CREATE POLICY demo_visit_updates ON ${table} AS RESTRICTIVE FOR UPDATE
    USING (demo_visit IS NOT DISTINCT FROM ${currentVisit}) WITH CHECK (demo_visit IS NOT DISTINCT FROM ${currentVisit})`,
    `CREATE POLICY demo_visit_deletes ON ${table} AS RESTRICTIVE FOR DELETE
    USING (demo_visit IS NOT DISTINCT FROM ${currentVisit})`,
  ]
}

/** The unique index of a name: visitors do not collide with names they cannot see. */
export function uniqueNameWithinVisit(table: 'budget' | 'alert_rule'): string {
  return `CREATE UNIQUE INDEX ${table}_name
  ON ${table} (organization_id, name, coalesce(demo_visit, '00000000-0000-0000-0000-000000000000'))`
}

/**
 * Row-level security is the second line of defense; the first is that every repository takes a scope. A row is visible
 * only to a transaction that has set its organization in `app.organization_id`.
 */
const ownOrganization = "organization_id = nullif(current_setting('app.organization_id', true), '')::uuid"

/** Statements that limit a table to the rows of the current organization. FORCE applies to the tables' owner as well. */
export function protect(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_organization ON ${table} USING (${ownOrganization}) WITH CHECK (${ownOrganization})`,
  ]
}

/** Erasing the audit log of the demo waits for the event that is being written, and erases it as well. */
import type { DatabaseMigration } from '../migration.ts'

export const demoAuditLog: DatabaseMigration = {
  name: '0028-demo-audit-log',
  statements: [
    // Every writer holds the head until it commits. Deleted last, it was gone while the event of that writer remained,
    // and the new chain met its number.
    `CREATE OR REPLACE FUNCTION erase_demo_audit_log() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
    DECLARE
      demo_organization uuid := (SELECT id FROM organization
        WHERE demo AND id = nullif(current_setting('app.organization_id', true), '')::uuid);
    BEGIN
      DELETE FROM audit_head WHERE organization_id = demo_organization;
      DELETE FROM audit_event WHERE organization_id = demo_organization;
      DELETE FROM audit_checkpoint WHERE organization_id = demo_organization;
      DELETE FROM audit_value WHERE organization_id = demo_organization;
    END $$`,
  ],
}

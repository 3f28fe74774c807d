/** Reading the installation's health is the operator's alone: grants and keys of organizations no longer name it. */
import type { DatabaseMigration } from '../migration.ts'

export const operatorPermissionsMigration: DatabaseMigration = {
  name: '0047-operator-permissions',
  statements: [
    // The owner of the tables is held by their policies too, and belongs to no organization.
    `ALTER TABLE membership NO FORCE ROW LEVEL SECURITY`,
    `ALTER TABLE api_key NO FORCE ROW LEVEL SECURITY`,
    `UPDATE membership SET grants = jsonb_set(
       jsonb_set(grants, '{allow}', coalesce(grants->'allow', '[]') - 'system:read'),
       '{deny}', coalesce(grants->'deny', '[]') - 'system:read')
     WHERE grants @> '{"allow": ["system:read"]}' OR grants @> '{"deny": ["system:read"]}'`,
    `UPDATE api_key SET scopes = scopes - 'system:read' WHERE scopes @> '["system:read"]'`,
    `ALTER TABLE membership FORCE ROW LEVEL SECURITY`,
    `ALTER TABLE api_key FORCE ROW LEVEL SECURITY`,
  ],
}

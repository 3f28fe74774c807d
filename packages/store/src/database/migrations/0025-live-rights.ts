/**
 * Says at once, to every Kept on this database, that somebody's rights may have changed: a session ended or acts for
 * another organisation, a person was banned, a membership or an API key changed. Only a person's id is said; whoever
 * hears it asks again what that person may.
 */
import type { DatabaseMigration } from '../migration.ts'

const told = (table: string, when: string, condition = '') =>
  `CREATE TRIGGER rights_are_live AFTER ${when} ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION`

export const liveRights: DatabaseMigration = {
  name: '0025-live-rights',
  statements: [
    `CREATE FUNCTION rights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('kept_rights', OLD.user_id::text);
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('kept_rights', OLD.id::text);
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION key_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('kept_rights', OLD.created_by::text);
      RETURN NULL;
    END $$`,
    `${told('session', 'DELETE')} rights_changed()`,
    `CREATE TRIGGER session_moved AFTER UPDATE OF active_organization_id ON session FOR EACH ROW
      WHEN (OLD.active_organization_id IS DISTINCT FROM NEW.active_organization_id) EXECUTE FUNCTION rights_changed()`,
    `${told('membership', 'UPDATE OR DELETE')} rights_changed()`,
    `${told('users', 'UPDATE OF disabled_at', 'WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at)')} person_changed()`,
    `${told('api_key', 'UPDATE OF revoked_at', 'WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)')} key_changed()`,
  ],
}

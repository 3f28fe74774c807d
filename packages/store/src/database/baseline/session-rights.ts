/**
 * Notifies every Kept process on this database at once that the rights of a user may have changed: a session ended or
 * switched organization, a user was disabled, a membership or an API key changed. The payload is the user's id;
 * receivers read the rights again.
 */
const createTrigger = (table: string, event: string, condition = '') =>
  `CREATE TRIGGER rights_are_live AFTER ${event} ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION`

export const sessionRightsSchema: readonly string[] = [
  `CREATE FUNCTION notify_user_rights() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('kept_rights', OLD.user_id::text);
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION notify_account_rights() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('kept_rights', OLD.id::text);
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION notify_key_rights() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('kept_rights', OLD.created_by::text);
    RETURN NULL;
  END $$`,
  `${createTrigger('session', 'DELETE')} notify_user_rights()`,
  `CREATE TRIGGER organization_switch_is_live AFTER UPDATE OF active_organization_id ON session FOR EACH ROW
    WHEN (OLD.active_organization_id IS DISTINCT FROM NEW.active_organization_id) EXECUTE FUNCTION notify_user_rights()`,
  `${createTrigger('membership', 'UPDATE OR DELETE')} notify_user_rights()`,
  `${createTrigger('users', 'UPDATE OF disabled_at', 'WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at)')} notify_account_rights()`,
  `${createTrigger('api_key', 'UPDATE OF revoked_at', 'WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)')} notify_key_rights()`,
]

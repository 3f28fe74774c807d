/** Statements that make a table append-only: by privileges for the application, by triggers for its owner as well. */
export function appendOnly(table: string): string[] {
  return [
    `CREATE TRIGGER ${table}_is_append_only BEFORE UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION reject_ledger_change()`,
    `CREATE TRIGGER ${table}_is_never_truncated BEFORE TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION reject_ledger_change()`,
    `REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM CURRENT_USER, PUBLIC`,
  ]
}

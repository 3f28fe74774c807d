/** Entries of the savings ledger lose the names of resources when their organization is deleted; their hashes stay. */
import type { DatabaseMigration } from '../migration.ts'
import { doomed, isBeingDeleted, ledgerGuard, withPrivilege } from './0019-deletion.ts'

const erasable = `ARRAY['lineage', 'erased']`

export const eraseLedger: DatabaseMigration = {
  name: '0061-erase-ledger',
  statements: [
    // {reason, at}. Null for entries as they were written.
    'ALTER TABLE savings_ledger_entry ADD COLUMN erased jsonb',
    ledgerGuard(`IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'savings_ledger_entry' THEN
      IF OLD.erased IS NULL AND NEW.erased IS NOT NULL AND ${isBeingDeleted}
        AND to_jsonb(NEW) - ${erasable} = to_jsonb(OLD) - ${erasable} THEN RETURN NEW; END IF;
    END IF;`),
    // With the rights of the table's owner: the application may not change final rows.
    `CREATE FUNCTION erase_ledger_entries(entries jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
    DECLARE
      doomed uuid := ${doomed};
      changed bigint;
    BEGIN
      IF doomed IS NULL THEN RAISE EXCEPTION 'only the ledger of an organization that is being deleted is erased'; END IF;
      ${withPrivilege('UPDATE', "'savings_ledger_entry'")}
      UPDATE savings_ledger_entry AS ledger SET lineage = entry.lineage, erased = entry.erased
      FROM jsonb_to_recordset(entries) AS entry (seq bigint, lineage text, erased jsonb)
      WHERE ledger.organization_id = doomed AND ledger.seq = entry.seq;
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed;
    END $$`,
  ],
}

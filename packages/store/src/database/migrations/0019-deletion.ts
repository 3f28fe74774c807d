/**
 * Organizations and accounts can be deleted. A deleted organization stays as a row without a name, because the ledger
 * and the audit log refer to it. Audit events can lose what they say about people; their hashes stay.
 */
import type { DatabaseMigration } from '../migration.ts'

/** What stays of a deleted organization: both chains, and the operator's own books of issued invoices. */
export const retainedTables = [
  'audit_event',
  'audit_head',
  'audit_checkpoint',
  'savings_ledger_entry',
  'savings_ledger_head',
  'billing_invoice',
  'billing_invoice_line',
  'billing_statement',
  'billing_credit',
  'billing_credit_use',
  'billing_payment',
  'billing_payment_method',
  'billing_refund',
  'billing_journal_transaction',
  'billing_journal_posting',
] as const

const quoted = retainedTables.map((table) => `'${table}'`).join(', ')

/** Names of who did something, in rows that are otherwise final. */
const whoColumns = `ARRAY['recorded_by', 'withdrawn_by', 'declared_by', 'changed_by']`

export const isBeingDeleted = `EXISTS (SELECT FROM organization
  WHERE id = (to_jsonb(OLD) ->> 'organization_id')::uuid AND deletion_started_at IS NOT NULL)`

const auditIdentity = (row: string) =>
  `ROW(${['organization_id', 'seq', 'id', 'action', 'outcome', 'actor_kind', 'resource_type', 'created_at', 'prev_hash', 'hash'].map((name) => `${row}.${name}`).join(', ')})`

/** The current organization, which must be one that is being deleted. */
export const doomed = `(SELECT id FROM organization WHERE deletion_started_at IS NOT NULL
  AND id = nullif(current_setting('app.organization_id', true), '')::uuid)`
const current = `nullif(current_setting('app.organization_id', true), '')::uuid`

/** The owner of a table may have revoked its own privileges; the triggers say what is allowed. */
export const withPrivilege = (privilege: 'DELETE' | 'UPDATE', table: string) =>
  `IF NOT has_table_privilege(current_user, quote_ident(${table}), '${privilege}') THEN
    EXECUTE format('GRANT ${privilege} ON %I TO CURRENT_USER', ${table});
  END IF;`

/** `later`: columns with what an event says about people that a later migration added. */
export const eraseFunction = (
  later: readonly string[] = [],
) => `CREATE OR REPLACE FUNCTION erase_audit_events(entries jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public AS $$
DECLARE
  changed bigint;
BEGIN
  ${withPrivilege('UPDATE', "'audit_event'")}
  UPDATE audit_event AS event SET
    actor_id = entry.actor_id, actor_name = entry.actor_name, resource_id = entry.resource_id,
    resource_name = entry.resource_name, summary = entry.summary, ip = entry.ip, user_agent = entry.user_agent,
    request_id = entry.request_id, before = nullif(entry.before, 'null'), after = nullif(entry.after, 'null'),
    details = entry.details, erased = entry.erased${later.map((column) => `, ${column} = entry.${column}`).join('')}
  FROM jsonb_to_recordset(entries) AS entry (seq bigint, actor_id text, actor_name text, resource_id text,
    resource_name text, summary text, ip text, user_agent text, request_id text, before jsonb, after jsonb,
    details jsonb, erased jsonb${later.map((column) => `, ${column} text`).join('')})
  WHERE event.organization_id = ${current} AND event.seq = entry.seq;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$`

/** `erasure`: what of a final row a later migration lets be erased. */
export const ledgerGuard = (
  erasure = '',
) => `CREATE OR REPLACE FUNCTION reject_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME NOT IN (${quoted}) THEN
    IF ${isBeingDeleted} THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME NOT IN (${quoted}) THEN
    IF to_jsonb(NEW) - ${whoColumns} = to_jsonb(OLD) - ${whoColumns} THEN RETURN NEW; END IF;
  END IF;
  ${erasure}
  RAISE EXCEPTION 'the savings ledger is append-only';
END $$`

export const deletion: DatabaseMigration = {
  name: '0019-deletion',
  statements: [
    `ALTER TABLE organization
      ADD COLUMN deletion_requested_at timestamptz,
      ADD COLUMN deletion_due_at timestamptz,
      ADD COLUMN deletion_requested_by text,
      ADD COLUMN deletion_reason text
        CHECK (deletion_reason IN ('no_longer_needed', 'moved_elsewhere', 'privacy', 'other')),
      -- From here on it cannot be canceled.
      ADD COLUMN deletion_started_at timestamptz,
      ADD COLUMN deleted_at timestamptz,
      ADD CONSTRAINT deletion_in_order CHECK ((deletion_requested_at IS NULL) = (deletion_due_at IS NULL)
        AND (deletion_started_at IS NULL OR deletion_requested_at IS NOT NULL)
        AND (deleted_at IS NULL OR deletion_started_at IS NOT NULL))`,
    `ALTER TABLE users
      ADD COLUMN deletion_requested_at timestamptz,
      ADD COLUMN deletion_due_at timestamptz`,
    // What was erased of an event: {batch, reason, at, earlier}. Null for events as they were written.
    'ALTER TABLE audit_event ADD COLUMN erased jsonb',
    `CREATE OR REPLACE FUNCTION reject_audit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM organization WHERE id = OLD.organization_id AND demo) THEN
        RETURN OLD;
      END IF;
      IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_event' THEN
        IF NEW.erased IS NOT NULL AND NEW.erased IS DISTINCT FROM OLD.erased AND OLD.action <> 'audit_log.erased'
          AND ${auditIdentity('NEW')} = ${auditIdentity('OLD')} THEN
          RETURN NEW;
        END IF;
      END IF;
      RAISE EXCEPTION 'the audit log is append-only';
    END $$`,
    eraseFunction(),
    ledgerGuard(),
    `CREATE OR REPLACE FUNCTION reject_frozen_action_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.action IS NOT NULL THEN
        IF TG_OP = 'DELETE' AND ${isBeingDeleted} THEN RETURN OLD; END IF;
        IF TG_OP = 'UPDATE' THEN
          IF to_jsonb(NEW) - ${whoColumns} = to_jsonb(OLD) - ${whoColumns} THEN RETURN NEW; END IF;
        END IF;
        RAISE EXCEPTION 'an action that counts is never changed';
      END IF;
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END $$`,
    // With the rights of the tables' owner: the application may not delete final rows.
    `CREATE FUNCTION delete_organization_rows(target text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
    DECLARE
      doomed uuid := ${doomed};
      deleted bigint;
    BEGIN
      IF doomed IS NULL THEN RAISE EXCEPTION 'only an organization that is being deleted can be emptied'; END IF;
      IF target IN (${quoted}) THEN RAISE EXCEPTION '% is retained', target; END IF;
      ${withPrivilege('DELETE', 'target')}
      EXECUTE format('DELETE FROM %I WHERE organization_id = $1', target) USING doomed;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      RETURN deleted;
    END $$`,
    // `pattern` is a regular expression; in a jsonb column it is applied to the column's text.
    `CREATE FUNCTION replace_in_column(target text, target_column text, pattern text, replacement text)
    RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    DECLARE
      replaced bigint;
      type text := (SELECT format_type(atttypid, NULL) FROM pg_attribute
        WHERE attrelid = quote_ident(target)::regclass AND attname = target_column);
    BEGIN
      IF target IN (${quoted}) OR type NOT IN ('text', 'jsonb') THEN RAISE EXCEPTION '% is final', target; END IF;
      ${withPrivilege('UPDATE', 'target')}
      EXECUTE format('UPDATE %1$I SET %2$I = regexp_replace(%2$I::text, $1, $2, ''gi'')::%3$s
        WHERE organization_id = $3 AND %2$I::text ~* $1', target, target_column, type)
        USING pattern, replacement, ${current};
      GET DIAGNOSTICS replaced = ROW_COUNT;
      RETURN replaced;
    END $$`,
  ],
}

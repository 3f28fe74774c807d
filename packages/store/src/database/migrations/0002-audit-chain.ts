/**
 * The audit log becomes a hash chain with checkpoints. Events that exist are chained here, by the same rule as
 * `foundation/hash/chain`: SHA-256 of the previous hash and the event in canonical JSON.
 */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

/** Canonical JSON (RFC 8785) of what earlier events hold: short keys, texts and plain numbers. */
const canonicalJson = `CREATE FUNCTION pg_temp.canonical_json(value jsonb) RETURNS text LANGUAGE plpgsql AS $$
  BEGIN
    CASE jsonb_typeof(value)
      WHEN 'object' THEN RETURN '{' || coalesce((SELECT string_agg(to_json(key)::text || ':' || pg_temp.canonical_json(field), ','
        ORDER BY key COLLATE "C") FROM jsonb_each(value) AS fields (key, field)), '') || '}';
      WHEN 'array' THEN RETURN '[' || coalesce((SELECT string_agg(pg_temp.canonical_json(item), ',' ORDER BY position)
        FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, position)), '') || ']';
      WHEN 'string' THEN RETURN to_json(value #>> '{}')::text;
      WHEN 'number' THEN RETURN trim_scale((value #>> '{}')::numeric)::text;
      ELSE RETURN value::text;
    END CASE;
  END $$`

const chainExistingEvents = `DO $$
  DECLARE
    event audit_event;
    last_organization uuid;
    previous text;
    content jsonb;
  BEGIN
    FOR event IN SELECT * FROM audit_event ORDER BY organization_id, seq LOOP
      IF last_organization IS DISTINCT FROM event.organization_id THEN previous := repeat('0', 64); END IF;
      last_organization := event.organization_id;
      event.prev_hash := previous;
      content := to_jsonb(event) - 'hash' - 'prev_hash' || jsonb_build_object('created_at',
        to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
      previous := encode(sha256(convert_to(previous || pg_temp.canonical_json(content), 'UTF8')), 'hex');
      UPDATE audit_event SET prev_hash = event.prev_hash, hash = previous
        WHERE organization_id = event.organization_id AND seq = event.seq;
      UPDATE audit_head SET hash = previous WHERE organization_id = event.organization_id;
    END LOOP;
  END $$`

const indexedColumns = ['actor_name', 'action', 'resource_type', 'resource_name', 'ip', 'outcome'] as const

/** The names by which an event is found, as one row for each kind and value. */
const valuesOfEvents = `SELECT organization_id, kind, value FROM audit_event
  CROSS JOIN LATERAL (VALUES ('actor', actor_name), ('action', action), ('resource', resource_type),
    ('name', resource_name), ('address', ip)) AS named (kind, value) WHERE value <> ''`

/** Applies to the tables' owner as well. Only the log of a demo organization is ever erased, as a whole. */
const appendOnly = (table: string) => [
  `CREATE TRIGGER ${table}_is_append_only BEFORE UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION reject_audit_event_change()`,
  `CREATE TRIGGER ${table}_is_never_truncated BEFORE TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_event_change()`,
]

export const auditChain: DatabaseMigration = {
  name: '0002-audit-chain',
  statements: [
    'DROP TRIGGER audit_event_is_append_only ON audit_event',
    'DROP TRIGGER audit_event_is_never_truncated ON audit_event',
    'ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY',
    'ALTER TABLE audit_head NO FORCE ROW LEVEL SECURITY',
    'ALTER TABLE audit_event RENAME COLUMN target_id TO resource_id',
    'ALTER INDEX audit_event_of_target RENAME TO audit_event_of_resource',
    `ALTER TABLE audit_event
      ADD COLUMN outcome text NOT NULL DEFAULT 'allowed' CHECK (outcome IN ('allowed', 'denied', 'failed')),
      ADD COLUMN resource_type text,
      ADD COLUMN resource_name text CHECK (length(resource_name) <= 200),
      ADD COLUMN user_agent text,
      ADD COLUMN before jsonb,
      ADD COLUMN after jsonb,
      ADD COLUMN prev_hash text,
      ADD COLUMN hash text`,
    `ALTER TABLE audit_head ADD COLUMN hash text NOT NULL DEFAULT repeat('0', 64)`,
    `UPDATE audit_event SET resource_type = split_part(action, '.', 1), resource_name = left(substring(summary FROM '"([^"]+)"'), 200)`,
    canonicalJson,
    chainExistingEvents,
    `ALTER TABLE audit_event ALTER COLUMN outcome DROP DEFAULT, ALTER COLUMN resource_type SET NOT NULL,
      ALTER COLUMN prev_hash SET NOT NULL, ALTER COLUMN hash SET NOT NULL`,
    'ALTER TABLE audit_event FORCE ROW LEVEL SECURITY',
    'ALTER TABLE audit_head FORCE ROW LEVEL SECURITY',
    ...indexedColumns.map(
      (column) => `CREATE INDEX audit_event_of_${column} ON audit_event (organization_id, ${column}, seq DESC)`,
    ),
    'CREATE INDEX audit_event_of_time ON audit_event (organization_id, created_at, seq)',
    'CREATE INDEX audit_event_of_request ON audit_event (organization_id, request_id) WHERE request_id IS NOT NULL',
    `CREATE TABLE audit_value (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('actor', 'action', 'resource', 'name', 'address')),
      value text NOT NULL,
      PRIMARY KEY (organization_id, kind, value)
    )`,
    `INSERT INTO audit_value (organization_id, kind, value) SELECT DISTINCT * FROM (${valuesOfEvents}) AS existing`,
    ...protect('audit_value'),
    `CREATE TABLE audit_checkpoint (
      organization_id uuid NOT NULL REFERENCES organization,
      seq bigint NOT NULL,
      hash text NOT NULL,
      created_at timestamptz NOT NULL,
      -- The signed checkpoint, byte for byte.
      body text NOT NULL,
      PRIMARY KEY (organization_id, seq)
    )`,
    ...protect('audit_checkpoint'),
    `CREATE OR REPLACE FUNCTION reject_audit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM organization WHERE id = OLD.organization_id AND demo) THEN
        RETURN OLD;
      END IF;
      RAISE EXCEPTION 'the audit log is append-only';
    END $$`,
    ...['audit_event', 'audit_checkpoint'].flatMap(appendOnly),
    'REVOKE UPDATE, TRUNCATE ON audit_event, audit_checkpoint FROM CURRENT_USER, PUBLIC',
    // With the rights of the tables' owner, since the application may not delete events.
    `CREATE FUNCTION erase_demo_audit_log() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
    DECLARE
      demo_organization uuid := (SELECT id FROM organization
        WHERE demo AND id = nullif(current_setting('app.organization_id', true), '')::uuid);
    BEGIN
      DELETE FROM audit_event WHERE organization_id = demo_organization;
      DELETE FROM audit_checkpoint WHERE organization_id = demo_organization;
      DELETE FROM audit_value WHERE organization_id = demo_organization;
      DELETE FROM audit_head WHERE organization_id = demo_organization;
    END $$`,
    // The screen of the audit log follows it.
    `ALTER TABLE live_event DROP CONSTRAINT live_event_channel_check, DROP CONSTRAINT live_event_type_check`,
    `ALTER TABLE live_event
      ADD CONSTRAINT live_event_channel_check CHECK (channel IN ('metrics', 'alerts', 'security', 'audit')),
      ADD CONSTRAINT live_event_type_check
        CHECK (type IN ('metrics_update', 'cost_alert', 'security_alert', 'audit_event'))`,
  ],
}

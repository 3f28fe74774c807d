/**
 * Appends an audit event in one statement: what an event costs is mostly the way to the database and back, and the
 * statements of a function are planned once for each connection.
 */
import type { DatabaseMigration } from '../migration.ts'

/**
 * Both arguments are {event, before_seq, after_seq}; `as_visitor` is what a demo stores, null where it stores the same.
 * Returns whether it was that. The rights are the caller's, so row-level security holds. `also` are further
 * statements.
 */
export const createAppendFunction = (
  also = '',
) => `CREATE OR REPLACE FUNCTION append_audit_event(original jsonb, as_visitor jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  own_organization uuid := current_setting('app.organization_id')::uuid;
  is_visitor boolean := as_visitor IS NOT NULL
    AND (SELECT demo FROM organization WHERE id = own_organization);
  chosen jsonb := CASE WHEN is_visitor THEN as_visitor ELSE original END;
  event jsonb := chosen -> 'event';
  last_seq bigint;
  last_hash text;
  new_hash text;
BEGIN
  LOOP
    SELECT seq, hash INTO last_seq, last_hash FROM audit_head WHERE organization_id = own_organization FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO audit_head (organization_id, seq) VALUES (own_organization, 0) ON CONFLICT DO NOTHING;
  END LOOP;
  new_hash := encode(sha256(convert_to(last_hash || (chosen ->> 'before_seq') || (last_seq + 1)
    || (chosen ->> 'after_seq'), 'UTF8')), 'hex');
  UPDATE audit_head SET seq = last_seq + 1, hash = new_hash WHERE organization_id = own_organization;
  INSERT INTO audit_value (organization_id, kind, value)
    SELECT own_organization, named.kind, named.value
    FROM (VALUES ('actor', event ->> 'actor_name'), ('action', event ->> 'action'),
      ('resource', event ->> 'resource_type'), ('name', event ->> 'resource_name'), ('address', event ->> 'ip')
    ) AS named (kind, value) WHERE named.value <> '' ON CONFLICT DO NOTHING;
  INSERT INTO audit_event (organization_id, seq, id, created_at, action, outcome, actor_kind, actor_id, actor_name,
      resource_type, resource_id, resource_name, summary, ip, user_agent, request_id, before, after, details,
      prev_hash, hash)
    VALUES (own_organization, last_seq + 1, (event ->> 'id')::uuid, (event ->> 'created_at')::timestamptz,
      event ->> 'action', event ->> 'outcome', event ->> 'actor_kind', event ->> 'actor_id', event ->> 'actor_name',
      event ->> 'resource_type', event ->> 'resource_id', event ->> 'resource_name', event ->> 'summary',
      event ->> 'ip', event ->> 'user_agent', event ->> 'request_id', nullif(event -> 'before', 'null'),
      nullif(event -> 'after', 'null'), event -> 'details', last_hash, new_hash);
  ${also}
  -- As publish of the repository of live events: numbers become visible in order.
  PERFORM pg_advisory_xact_lock(7253015, hashtext(own_organization::text));
  INSERT INTO live_event (organization_id, channel, type, payload)
    VALUES (own_organization, 'audit', 'audit_event',
      jsonb_build_object('kind', 'audit_event', 'seq', last_seq + 1));
  PERFORM pg_notify('kept_live', own_organization::text);
  RETURN is_visitor;
END $$`

export const appendAuditEvent: DatabaseMigration = {
  name: '0034-append-audit-event',
  statements: [createAppendFunction()],
}

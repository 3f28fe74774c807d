/**
 * An audit event is appended with fewer statements; what each user and key has used is folded from the log; actions of
 * incidents know which due dates were reminded of.
 */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

/**
 * `entry` is {event, before_seq, after_seq}. Returns false, with nothing appended, for an event of a user or a key in
 * the demo: the caller appends what a demo stores instead. The rights are the caller's, so row-level security holds.
 * `announce`: statements that tell open screens. `later`: columns that a later migration added.
 */
export const appendFunction = (
  announce: string,
  later: readonly string[] = [],
) => `CREATE OR REPLACE FUNCTION append_to_audit_log(entry jsonb, may_be_visitor boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  own_organization uuid := current_setting('app.organization_id')::uuid;
  event jsonb := entry -> 'event';
  happened_at timestamptz := event ->> 'created_at';
  own_seq bigint;
  last_hash text;
  new_hash text;
BEGIN
  IF may_be_visitor AND (SELECT demo FROM organization WHERE id = own_organization) THEN RETURN false; END IF;
  LOOP
    -- The row is the lock that keeps the numbers free of gaps.
    UPDATE audit_head AS head SET seq = head.seq + 1, prev_hash = head.hash,
        hash = encode(sha256(convert_to(
          head.hash || (entry ->> 'before_seq') || (head.seq + 1) || (entry ->> 'after_seq'), 'UTF8')), 'hex')
      WHERE organization_id = own_organization RETURNING seq, prev_hash, hash INTO own_seq, last_hash, new_hash;
    EXIT WHEN FOUND;
    INSERT INTO audit_head (organization_id, seq) VALUES (own_organization, 0) ON CONFLICT DO NOTHING;
  END LOOP;
  INSERT INTO audit_value (organization_id, kind, value)
    SELECT own_organization, named.kind, named.value
    FROM (VALUES ('actor', event ->> 'actor_name'), ('action', event ->> 'action'),
      ('resource', event ->> 'resource_type'), ('name', event ->> 'resource_name'), ('address', event ->> 'ip')
    ) AS named (kind, value) WHERE named.value <> '' ON CONFLICT DO NOTHING;
  INSERT INTO audit_event (organization_id, seq, id, created_at, action, outcome, actor_kind, actor_id, actor_name,
      resource_type, resource_id, resource_name, summary, ip, user_agent, request_id, before, after, details,
      prev_hash, hash${later.map((column) => `, ${column}`).join('')})
    VALUES (own_organization, own_seq, (event ->> 'id')::uuid, happened_at,
      event ->> 'action', event ->> 'outcome', event ->> 'actor_kind', event ->> 'actor_id', event ->> 'actor_name',
      event ->> 'resource_type', event ->> 'resource_id', event ->> 'resource_name', event ->> 'summary',
      event ->> 'ip', event ->> 'user_agent', event ->> 'request_id', nullif(event -> 'before', 'null'),
      nullif(event -> 'after', 'null'), event -> 'details', last_hash, new_hash${later.map((column) => `, event ->> '${column}'`).join('')});
  UPDATE audit_day SET first_seq = least(first_seq, own_seq), last_seq = greatest(last_seq, own_seq)
    WHERE organization_id = own_organization AND day = (happened_at AT TIME ZONE 'UTC')::date;
  IF NOT FOUND THEN
    INSERT INTO audit_day (organization_id, day, first_seq, last_seq)
      VALUES (own_organization, (happened_at AT TIME ZONE 'UTC')::date, own_seq, own_seq);
  END IF;
  ${announce}
  PERFORM pg_notify('kept_live', own_organization::text);
  RETURN true;
END $$`

export const securityUpkeep: DatabaseMigration = {
  name: '0048-security-upkeep',
  statements: [
    // Of the last event. An update returns what is stored, and the event needs the hash before it.
    `ALTER TABLE audit_head ADD COLUMN prev_hash text NOT NULL DEFAULT repeat('0', 64)`,
    // append_audit_event stays for processes that are still to be replaced: what it appends is the same chain.
    appendFunction(`-- As publish of the repository of live events: numbers become visible in order.
  PERFORM pg_advisory_xact_lock(7253015, hashtext(own_organization::text));
  INSERT INTO live_event (organization_id, channel, type, payload)
    VALUES (own_organization, 'audit', 'audit_event', jsonb_build_object('kind', 'audit_event', 'seq', own_seq));`),
    `CREATE TABLE audit_use (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'api_key')),
      actor_id text NOT NULL,
      action text NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, actor_id, actor_kind, action)
    )`,
    ...protect('audit_use'),
    // The last event that is in audit_use.
    `CREATE TABLE audit_use_head (
      organization_id uuid PRIMARY KEY REFERENCES organization ON DELETE CASCADE,
      seq bigint NOT NULL
    )`,
    ...protect('audit_use_head'),
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
      -- Its numbers begin again.
      DELETE FROM audit_use_head WHERE organization_id = demo_organization;
      DELETE FROM audit_use WHERE organization_id = demo_organization;
    END $$`,
    `ALTER TABLE security_incident_action
      ADD COLUMN due_reminder_of date,
      ADD COLUMN overdue_reminder_of date`,
    `CREATE INDEX security_incident_action_due ON security_incident_action (organization_id, due_on)
      WHERE done_at IS NULL AND due_on IS NOT NULL`,
  ],
}

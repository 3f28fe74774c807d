/**
 * The administration of users: invitations, API keys, identity providers and domains, imports of users, the audit log.
 *
 * Some rows are read before their organization is known: an invitation by the hash of its token, a key by its public
 * id, an identity provider by its id or by the domain of an address. A policy of each lets exactly that row be read,
 * named in a transaction setting that only one repository sets.
 */
import { protect } from './row-security.ts'

export const peopleSchema: readonly string[] = [
  `CREATE TABLE invitation (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    email text NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    full_name text NOT NULL DEFAULT '' CHECK (length(full_name) <= 200),
    role text NOT NULL CHECK (role IN ('admin', 'user', 'billing_admin')),
    -- SHA-256 of the token in the mail.
    token_hash text NOT NULL UNIQUE,
    invited_by uuid REFERENCES users ON DELETE SET NULL,
    invited_by_name text NOT NULL,
    created_at timestamptz NOT NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    revoked_at timestamptz
  )`,
  `CREATE UNIQUE INDEX invitation_open ON invitation (organization_id, email)
    WHERE accepted_at IS NULL AND revoked_at IS NULL`,
  ...protect('invitation'),
  `CREATE POLICY lookup_by_token ON invitation FOR SELECT
    USING (token_hash = nullif(current_setting('app.invitation_hash', true), ''))`,
  `CREATE TABLE api_key (
    id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{12}$'),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    -- SHA-256 of the key: 256 random bits need no slow hash.
    hash text NOT NULL UNIQUE,
    scopes jsonb NOT NULL,
    created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    replaced_by text REFERENCES api_key,
    CONSTRAINT api_key_expires CHECK (expires_at <= created_at + interval '366 days')
  )`,
  `CREATE INDEX api_key_newest ON api_key (organization_id, created_at DESC)`,
  ...protect('api_key'),
  `CREATE POLICY lookup_by_id ON api_key FOR SELECT
    USING (id = nullif(current_setting('app.api_key_id', true), ''))`,
  `CREATE TABLE identity_provider (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    issuer text NOT NULL,
    client_id text NOT NULL,
    -- Encrypted (platform/secrets), bound to this row.
    client_secret text NOT NULL,
    domains jsonb NOT NULL,
    default_role text CHECK (default_role IN ('user', 'billing_admin')),
    enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, name)
  )`,
  ...protect('identity_provider'),
  `CREATE POLICY lookup_at_sign_in ON identity_provider FOR SELECT
    USING (enabled AND id = nullif(current_setting('app.identity_provider_id', true), '')::uuid)`,
  // Domains an organization proved to control by a DNS record. Its identity provider is trusted for these only.
  `CREATE TABLE organization_domain (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    domain text NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
    -- The value of the DNS record; public, so not encrypted.
    token text NOT NULL,
    verified_at timestamptz,
    -- The latest check that found the record.
    confirmed_at timestamptz,
    checked_at timestamptz,
    failure text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, domain)
  )`,
  ...protect('organization_domain'),
  `CREATE TABLE people_import (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    name text NOT NULL,
    sha256 text NOT NULL,
    rows jsonb NOT NULL,
    errors jsonb NOT NULL,
    error_count integer NOT NULL,
    created_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    committed_at timestamptz
  )`,
  ...protect('people_import'),
  // The number of the latest audit event. Its row is the lock that keeps the numbers free of gaps.
  `CREATE TABLE audit_head (
    organization_id uuid PRIMARY KEY REFERENCES organization,
    seq bigint NOT NULL
  )`,
  ...protect('audit_head'),
  `CREATE TABLE audit_event (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- No cascade: audit events outlive what they are about.
    organization_id uuid NOT NULL REFERENCES organization,
    seq bigint NOT NULL,
    action text NOT NULL CHECK (action ~ '^[a-z_]+[.][a-z_]+$'),
    actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'api_key', 'operator', 'system')),
    actor_id text,
    actor_name text NOT NULL,
    target_id text,
    summary text NOT NULL,
    ip text,
    request_id text,
    details jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, seq)
  )`,
  `CREATE INDEX audit_event_of_actor ON audit_event (organization_id, actor_id, seq DESC)`,
  `CREATE INDEX audit_event_of_target ON audit_event (organization_id, target_id, seq DESC)`,
  ...protect('audit_event'),
  `CREATE FUNCTION reject_audit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
  END $$`,
  `CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE ON audit_event
    FOR EACH ROW EXECUTE FUNCTION reject_audit_event_change()`,
  `CREATE TRIGGER audit_event_is_never_truncated BEFORE TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_event_change()`,
]

/**
 * Users and their credentials, memberships, sessions, second factors, rate limits.
 *
 * A user belongs to no organization: memberships do, and a session states which organization it acts for. A membership
 * is visible to its organization and, through `app.user_id`, to its user, who needs all of them at sign-in. Rules that
 * must hold for every caller are constraints: the absolute end of a session never moves later, no session outlives it,
 * and a demo session lives 1800 seconds.
 */
import { protect } from './row-security.ts'

export const identitySchema: readonly string[] = [
  `CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
    email_verified boolean NOT NULL DEFAULT false,
    full_name text NOT NULL DEFAULT '' CHECK (length(full_name) <= 200),
    avatar_url text CHECK (length(avatar_url) <= 2000),
    preferences jsonb NOT NULL DEFAULT '{}',
    -- Runs this installation and sees the commission of every customer.
    operator boolean NOT NULL DEFAULT false,
    disabled_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE membership (
    organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('admin', 'user', 'billing_admin')),
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
    -- Permissions added to or taken from the role.
    grants jsonb NOT NULL DEFAULT '{"allow": [], "deny": []}',
    -- A removed member is also disabled, so that code which checks only the status is safe; the status before the
    -- removal is restored when the removal is undone.
    removed_at timestamptz,
    status_before text CHECK (status_before IN ('active', 'disabled')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id),
    CONSTRAINT removed_is_not_active CHECK (removed_at IS NULL OR status = 'disabled')
  )`,
  'CREATE INDEX membership_of_user ON membership (user_id)',
  ...protect('membership'),
  `CREATE POLICY own_membership ON membership FOR SELECT
    USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid)`,
  `CREATE TABLE session (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- SHA-256 of the token: a leaked table does not allow signing in.
    token_hash text NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    active_organization_id uuid REFERENCES organization ON DELETE SET NULL,
    kind text NOT NULL CHECK (kind IN ('ordinary', 'demo')),
    -- Started through an organization's own identity provider, which other organizations do not trust: the session
    -- acts for that organization only and cannot change the user's account.
    bound boolean NOT NULL DEFAULT false,
    fingerprint text NOT NULL,
    ip text NOT NULL DEFAULT '',
    user_agent text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    -- The latest proof of identity; sensitive changes require a recent one.
    authenticated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    absolute_expires_at timestamptz NOT NULL,
    CONSTRAINT session_ends_in_time CHECK (expires_at <= absolute_expires_at),
    CONSTRAINT demo_session_is_short CHECK (kind <> 'demo' OR absolute_expires_at <= created_at + interval '1800 seconds')
  )`,
  'CREATE INDEX session_of_user ON session (user_id)',
  'CREATE INDEX session_expired ON session (expires_at)',
  `CREATE FUNCTION check_session_update() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.absolute_expires_at > OLD.absolute_expires_at OR NEW.created_at <> OLD.created_at OR NEW.kind <> OLD.kind THEN
      RAISE EXCEPTION 'the absolute end of a session cannot be moved';
    END IF;
    IF NEW.bound <> OLD.bound THEN
      RAISE EXCEPTION 'a session stays bound to its organization';
    END IF;
    IF OLD.bound AND NEW.active_organization_id IS NOT NULL
      AND NEW.active_organization_id IS DISTINCT FROM OLD.active_organization_id THEN
      RAISE EXCEPTION 'a bound session acts for one organization only';
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER check_session_update BEFORE UPDATE ON session
    FOR EACH ROW EXECUTE FUNCTION check_session_update()`,
  // A way to sign in: a password (provider 'credential'), or an account at a provider.
  `CREATE TABLE account (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider_id, account_id)
  )`,
  'CREATE INDEX account_of_user ON account (user_id)',
  // Pending one-time proofs: links in mails, sign-ins at a provider, second factors. Identifiers are hashes.
  `CREATE TABLE verification (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX verification_by_identifier ON verification (identifier)',
  'CREATE INDEX verification_expired ON verification (expires_at)',
  `CREATE TABLE two_factor (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- Encrypted (platform/secrets).
    secret text NOT NULL,
    confirmed_at timestamptz,
    -- The time step of the last accepted code: a code is valid once.
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE recovery_code (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash text NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, code_hash)
  )`,
  `CREATE TABLE passkey (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) <= 100),
    credential_id text NOT NULL UNIQUE,
    public_key text NOT NULL,
    counter bigint NOT NULL DEFAULT 0,
    transports jsonb NOT NULL DEFAULT '[]',
    backed_up boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`,
  'CREATE INDEX passkey_of_user ON passkey (user_id)',
  `CREATE TABLE rate_limit (
    key text PRIMARY KEY,
    count integer NOT NULL,
    window_ends_at timestamptz NOT NULL
  )`,
  'CREATE INDEX rate_limit_ended ON rate_limit (window_ends_at)',
]

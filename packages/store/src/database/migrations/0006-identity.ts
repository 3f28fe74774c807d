/**
 * People and how they come in: users and their credentials, memberships, sessions, second factors, rate limits.
 *
 * A user belongs to no organisation; memberships do, and a session says in which of them it acts. Membership is seen
 * by its organisation and, through `app.user_id`, by the person whose it is, who must find all of theirs at sign-in.
 * Rules that must hold whatever calls are made stand here as constraints: a session's absolute end never moves later,
 * nothing lives past it, and a demo session lives 1800 seconds.
 */
import type { DatabaseMigration } from '../migration.ts'

const ownOrganization = "organization_id = nullif(current_setting('app.organization_id', true), '')::uuid"

export const identity: DatabaseMigration = {
  name: '0006-identity',
  statements: [
    `CREATE TABLE users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
      email_verified boolean NOT NULL DEFAULT false,
      full_name text NOT NULL DEFAULT '' CHECK (length(full_name) <= 200),
      avatar_url text CHECK (length(avatar_url) <= 2000),
      preferences jsonb NOT NULL DEFAULT '{}',
      disabled_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`,
    `CREATE TABLE membership (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('admin', 'user', 'billing_admin')),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
      -- What this person may beyond, or may not despite, the role.
      grants jsonb NOT NULL DEFAULT '{"allow": [], "deny": []}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (organization_id, user_id)
    )`,
    'CREATE INDEX membership_of_user ON membership (user_id)',
    'ALTER TABLE membership ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE membership FORCE ROW LEVEL SECURITY',
    `CREATE POLICY own_organization ON membership USING (${ownOrganization}) WITH CHECK (${ownOrganization})`,
    `CREATE POLICY own_person ON membership FOR SELECT
      USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid)`,
    `CREATE TABLE session (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- SHA-256 of the token: whoever reads this table cannot sign in with it.
      token_hash text NOT NULL UNIQUE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      active_organization_id uuid REFERENCES organization ON DELETE SET NULL,
      kind text NOT NULL CHECK (kind IN ('ordinary', 'demo')),
      -- Begun through one organisation's own identity provider, whose word is worth nothing outside it: the session
      -- acts for that organisation only, and changes nothing of the person's account.
      bound boolean NOT NULL DEFAULT false,
      fingerprint text NOT NULL,
      ip text NOT NULL DEFAULT '',
      user_agent text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      -- When the person last proved who they are; what needs that recently asks here.
      authenticated_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      absolute_expires_at timestamptz NOT NULL,
      CONSTRAINT session_ends_in_time CHECK (expires_at <= absolute_expires_at),
      CONSTRAINT demo_session_is_short CHECK (kind <> 'demo' OR absolute_expires_at <= created_at + interval '1800 seconds')
    )`,
    'CREATE INDEX session_of_user ON session (user_id)',
    'CREATE INDEX session_expired ON session (expires_at)',
    `CREATE FUNCTION session_end_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.absolute_expires_at > OLD.absolute_expires_at OR NEW.created_at <> OLD.created_at OR NEW.kind <> OLD.kind THEN
        RAISE EXCEPTION 'the absolute end of a session cannot be moved';
      END IF;
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER session_end_is_final BEFORE UPDATE ON session
      FOR EACH ROW EXECUTE FUNCTION session_end_is_final()`,
    // A way to sign in: a password (provider 'credential'), or an account at a provider.
    `CREATE TABLE account (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      provider_id text NOT NULL,
      account_id text NOT NULL,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (provider_id, account_id)
    )`,
    'CREATE INDEX account_of_user ON account (user_id)',
    // One-time things under way: links in mails, sign-ins at a provider, second steps. Identifiers are hashes.
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
      -- Sealed (platform/secrets).
      secret text NOT NULL,
      confirmed_at timestamptz,
      -- The time step of the last code taken: a code is good once.
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
  ],
}

/** SAML identity providers, roles of groups, and users that an identity provider manages (SCIM). */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

const organizationId = 'organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE'

export const singleSignOn: DatabaseMigration = {
  name: '0021-single-sign-on',
  statements: [
    // Null: OpenID Connect.
    'ALTER TABLE identity_provider ADD COLUMN saml jsonb',
    // Assertions that signed someone in: each is accepted once.
    `CREATE TABLE saml_assertion (
      provider_id uuid NOT NULL REFERENCES identity_provider ON DELETE CASCADE,
      ${organizationId},
      assertion_hash text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (provider_id, assertion_hash)
    )`,
    ...protect('saml_assertion'),
    `CREATE TABLE group_role (
      ${organizationId},
      group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 256),
      role text NOT NULL CHECK (role IN ('user', 'billing_admin', 'admin')),
      PRIMARY KEY (organization_id, group_name)
    )`,
    ...protect('group_role'),
    `CREATE TABLE scim_token (
      id text PRIMARY KEY,
      ${organizationId},
      -- SHA-256 of the token: 256 random bits need no slow hash.
      hash text NOT NULL UNIQUE,
      created_by_name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      -- Set when another token replaces it: both work until then.
      ends_at timestamptz
    )`,
    'CREATE INDEX scim_token_of_organization ON scim_token (organization_id, created_at DESC)',
    ...protect('scim_token'),
    `CREATE POLICY lookup_by_id ON scim_token FOR SELECT
      USING (id = nullif(current_setting('app.scim_token_id', true), ''))`,
    // What the identity provider calls a member.
    `CREATE TABLE scim_user (
      ${organizationId},
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      user_name text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 254),
      external_id text,
      given_name text NOT NULL DEFAULT '',
      family_name text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, user_id)
    )`,
    'CREATE UNIQUE INDEX scim_user_name ON scim_user (organization_id, lower(user_name))',
    ...protect('scim_user'),
    `CREATE TABLE scim_group (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      ${organizationId},
      display_name text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 256),
      external_id text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (organization_id, display_name)
    )`,
    ...protect('scim_group'),
    `CREATE TABLE scim_group_member (
      group_id uuid NOT NULL REFERENCES scim_group ON DELETE CASCADE,
      ${organizationId},
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      PRIMARY KEY (group_id, user_id)
    )`,
    'CREATE INDEX scim_group_of_member ON scim_group_member (organization_id, user_id)',
    ...protect('scim_group_member'),
    // The last requests, for administrators who look for a mistake.
    `CREATE TABLE scim_request (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      ${organizationId},
      method text NOT NULL,
      path text NOT NULL,
      status integer NOT NULL,
      detail text NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    'CREATE INDEX scim_request_newest ON scim_request (organization_id, created_at DESC)',
    ...protect('scim_request'),
  ],
}

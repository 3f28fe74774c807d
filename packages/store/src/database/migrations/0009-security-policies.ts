/**
 * Policies of organizations. The enabled ones are copied to the organization's row, which every request reads anyway.
 * Sessions know how they began; API keys may be limited to addresses, and know the networks they were used from.
 */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const securityPolicies: DatabaseMigration = {
  name: '0009-security-policies',
  statements: [
    `CREATE TABLE security_policy (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('second_factor', 'session_lifetime', 'sign_in', 'api_keys', 'network')),
      settings jsonb NOT NULL,
      enabled boolean NOT NULL,
      updated_by text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (organization_id, kind)
    )`,
    `ALTER TABLE organization ADD COLUMN enforced_policies jsonb NOT NULL DEFAULT '{}'`,
    `INSERT INTO security_policy (organization_id, kind, settings, enabled, updated_by, created_at, updated_at)
      SELECT id, 'second_factor', '{"applies_to": "admins"}', true, 'Kept', now(), now()
      FROM organization WHERE require_second_factor`,
    `UPDATE organization SET enforced_policies = '{"second_factor": {"applies_to": "admins"}}'
      WHERE require_second_factor`,
    ...protect('security_policy'),
    // Empty for sessions that began before this was stored.
    `ALTER TABLE session ADD COLUMN method text NOT NULL DEFAULT ''`,
    `ALTER TABLE api_key
      -- Addresses and ranges from which the key works; empty: from everywhere.
      ADD COLUMN ranges jsonb NOT NULL DEFAULT '[]',
      -- The networks it was used from: a /24 of IPv4, a /64 of IPv6.
      ADD COLUMN networks jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN last_used_from text`,
  ],
}

/**
 * Domains an organization proved to control by a DNS record: its identity provider vouches for addresses of these only.
 * A session that such a provider vouched for never acts for another organization, whatever code asks for it.
 */
import type { DatabaseMigration } from '../migration.ts'
import { protect } from './0012-savings.ts'

export const verifiedDomains: DatabaseMigration = {
  name: '0049-verified-domains',
  statements: [
    `CREATE TABLE organization_domain (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      domain text NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
      -- What the DNS record says; it is published, so it is no secret.
      token text NOT NULL,
      verified_at timestamptz,
      -- The last time the record was found.
      confirmed_at timestamptz,
      checked_at timestamptz,
      failure text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, domain)
    )`,
    ...protect('organization_domain'),
    `CREATE OR REPLACE FUNCTION session_end_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
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
  ],
}

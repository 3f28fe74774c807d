/** Security incidents and their timelines. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const securityIncidents: DatabaseMigration = {
  name: '0010-security-incidents',
  statements: [
    `CREATE TABLE security_incident (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- Consecutive within the organization.
      number integer NOT NULL,
      title text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('SEV1', 'SEV2', 'SEV3', 'SEV4')),
      status text NOT NULL CHECK (status IN ('open', 'investigating', 'mitigated', 'resolved', 'closed')),
      description text NOT NULL DEFAULT '',
      root_cause text NOT NULL DEFAULT '',
      commander_id uuid REFERENCES users ON DELETE SET NULL,
      resources jsonb NOT NULL DEFAULT '[]',
      impact jsonb,
      source text NOT NULL CHECK (source IN ('manual', 'loop', 'anomaly', 'check', 'security_event')),
      -- The ID of what it was opened from.
      source_id text,
      opened_by text NOT NULL,
      opened_at timestamptz NOT NULL,
      mitigated_at timestamptz,
      resolved_at timestamptz,
      closed_at timestamptz,
      updated_at timestamptz NOT NULL,
      UNIQUE (organization_id, number)
    )`,
    ...protect('security_incident'),
    `CREATE TABLE security_incident_entry (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      incident_id uuid NOT NULL REFERENCES security_incident ON DELETE CASCADE,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL CHECK (kind IN ('opened', 'status', 'changed', 'comment')),
      text text NOT NULL,
      actor_name text NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    'CREATE INDEX security_incident_entry_of_incident ON security_incident_entry (incident_id, seq)',
    ...protect('security_incident_entry'),
  ],
}

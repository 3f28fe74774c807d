/** Who follows up on what until when: actions of incidents, and requirements of frameworks. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const securityOwners: DatabaseMigration = {
  name: '0044-security-owners',
  statements: [
    `CREATE TABLE security_incident_action (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      incident_id uuid NOT NULL REFERENCES security_incident ON DELETE CASCADE,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      title text NOT NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      due_on date,
      done_at timestamptz,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    'CREATE INDEX security_incident_action_of_incident ON security_incident_action (incident_id, seq)',
    ...protect('security_incident_action'),
    `CREATE TABLE compliance_assignment (
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      framework text NOT NULL,
      requirement text NOT NULL,
      owner_id uuid REFERENCES users ON DELETE SET NULL,
      next_review date,
      updated_by text NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (organization_id, framework, requirement)
    )`,
    ...protect('compliance_assignment'),
  ],
}

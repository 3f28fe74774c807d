/** Evidence that users upload for requirements of a framework. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const complianceEvidence: DatabaseMigration = {
  name: '0016-compliance-evidence',
  statements: [
    `CREATE TABLE compliance_evidence (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      framework text NOT NULL,
      requirement text NOT NULL,
      claim text NOT NULL CHECK (claim IN ('met', 'partly', 'not_applicable')),
      name text NOT NULL,
      description text NOT NULL,
      media_type text NOT NULL,
      bytes integer NOT NULL,
      sha256 text NOT NULL,
      content bytea NOT NULL,
      malware_scanned boolean NOT NULL,
      observed_from timestamptz NOT NULL,
      observed_until timestamptz NOT NULL,
      uploaded_by text NOT NULL,
      created_at timestamptz NOT NULL
    )`,
    'CREATE INDEX compliance_evidence_newest ON compliance_evidence (organization_id, framework, created_at DESC)',
    ...protect('compliance_evidence'),
    // Evidence is added, never changed: a mistake is corrected by newer evidence.
    'REVOKE UPDATE ON compliance_evidence FROM PUBLIC',
  ],
}

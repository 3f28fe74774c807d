/** Security scans and what each check of them found. */
import { protect } from '../baseline/row-security.ts'
import type { DatabaseMigration } from '../migration.ts'

export const securityScans: DatabaseMigration = {
  name: '0015-security-scans',
  statements: [
    `CREATE TABLE security_scan (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('self', 'cloud', 'access', 'secrets')),
      status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
      trigger text NOT NULL CHECK (trigger IN ('manual', 'schedule')),
      requested_by text NOT NULL,
      checks_total integer NOT NULL DEFAULT 0,
      checks_done integer NOT NULL DEFAULT 0,
      passed integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      unknown integer NOT NULL DEFAULT 0,
      not_applicable integer NOT NULL DEFAULT 0,
      failure_reason text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      completed_at timestamptz
    )`,
    'CREATE INDEX security_scan_newest ON security_scan (organization_id, created_at DESC)',
    // One at a time of each kind.
    `CREATE UNIQUE INDEX security_scan_active ON security_scan (organization_id, kind)
      WHERE status IN ('queued', 'running')`,
    ...protect('security_scan'),
    `CREATE TABLE security_scan_result (
      scan_id uuid NOT NULL REFERENCES security_scan ON DELETE CASCADE,
      organization_id uuid NOT NULL REFERENCES organization ON DELETE CASCADE,
      -- The order of the list.
      position integer NOT NULL,
      check_id text NOT NULL,
      title text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
      status text NOT NULL CHECK (status IN ('pass', 'fail', 'unknown', 'not_applicable')),
      detail text NOT NULL,
      evaluated_count integer NOT NULL,
      failing_count integer NOT NULL,
      subjects jsonb NOT NULL,
      href text NOT NULL,
      PRIMARY KEY (scan_id, check_id)
    )`,
    ...protect('security_scan_result'),
  ],
}

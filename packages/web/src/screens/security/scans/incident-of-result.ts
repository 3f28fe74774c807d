import type { SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import type { incidentSeverities } from '@kept/domain/security-incident-states.ts'

const severities: Record<CheckSeverity, (typeof incidentSeverities)[number]> = {
  critical: 'SEV1',
  high: 'SEV2',
  medium: 'SEV3',
  low: 'SEV4',
}

/** What an incident about a failing check begins with; the scan is its source. */
export function incidentOfResult({ check_id, title, severity, detail, subjects }: SecurityScanResult, scanId: string) {
  return {
    title,
    severity: severities[severity],
    description: detail,
    resources: subjects.map(({ id }) => id),
    source: 'check' as const,
    source_id: `${scanId}/${check_id}`,
  }
}

import type { SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { type incidentSeverities, readCheckSource, writeCheckSource } from '@kept/domain/security-incident-states.ts'
import type { ScanKind } from '@kept/domain/security-scan.ts'

const severities: Record<CheckSeverity, (typeof incidentSeverities)[number]> = {
  critical: 'SEV1',
  high: 'SEV2',
  medium: 'SEV3',
  low: 'SEV4',
}

/** What an incident about a failing check begins with; the scan is its source. */
export function incidentOfResult(
  { check_id, title, severity, detail, subjects }: SecurityScanResult,
  scan: { id: string; kind: ScanKind },
) {
  return {
    title,
    severity: severities[severity],
    description: detail,
    resources: subjects.map(({ id }) => id),
    source: 'check' as const,
    source_id: writeCheckSource({ kind: scan.kind, scan: scan.id, check: check_id }),
  }
}

/** Where the scan's result is shown that an incident was opened from; null for other incidents. */
export function resultOfIncident({ source, source_id }: { source: string; source_id: string | null }) {
  const result = source === 'check' ? readCheckSource(source_id ?? '') : undefined
  return result ? { ...result, kind: result.kind === 'self' ? ('' as const) : result.kind } : null
}

import type { SecurityScan, SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import { counted } from '@kept/foundation/format/number.ts'

export const kindLabels: Record<SecurityScan['kind'], string> = {
  self: 'Sign-in and policies',
  cloud: 'Cloud',
  access: 'Access',
  secrets: 'Keys',
}

export const resultLabels: Record<SecurityScanResult['status'], string> = {
  pass: 'Pass',
  fail: 'Fail',
  unknown: 'Unknown',
  not_applicable: 'Not applicable',
}

export const severityLabels: Record<SecurityScanResult['severity'], string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

/** "3 fail, 40 unknown, 12 pass". */
export function summaryOf({ failed, unknown, passed }: Pick<SecurityScan, 'failed' | 'unknown' | 'passed'>): string {
  return [`${failed} fail`, unknown > 0 ? `${unknown} unknown` : '', `${passed} pass`].filter(Boolean).join(', ')
}

/** What changed since the scan before; empty when nothing did. */
export function changeSummary(comparison: { new_failures: string[]; grown: string[]; fixed: string[] }): string {
  const { new_failures, grown, fixed } = comparison
  return [
    new_failures.length > 0 ? `${counted(new_failures.length, 'new failure')}` : '',
    grown.length > 0 ? `${grown.length} failing for more` : '',
    fixed.length > 0 ? `${fixed.length} fixed` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

export function isActive({ status }: Pick<SecurityScan, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

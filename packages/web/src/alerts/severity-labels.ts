import type { AlertSeverity } from '@kept/domain/alert-labels.ts'

/** Labels of the minimum severity. */
export const severityLabels: Record<AlertSeverity, string> = {
  low: 'Any severity',
  medium: 'Medium and above',
  high: 'High and above',
  critical: 'Critical only',
}

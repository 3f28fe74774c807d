import type { AlertSeverity } from '@kept/domain/alert-words.ts'

/** From which severity on. */
export const severityWords: Record<AlertSeverity, string> = {
  low: 'Any severity',
  medium: 'Medium and above',
  high: 'High and above',
  critical: 'Critical alone',
}

/** Labels of anomalies. */
import type { Anomaly, AnomalySeverity } from '@kept/domain/anomaly.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

export const severityTones: Record<AnomalySeverity, Tone> = {
  low: 'plain',
  medium: 'watch',
  high: 'leak',
  critical: 'leak',
}

export const feedbackLabels: Record<NonNullable<Anomaly['feedback']>, string> = {
  expected: 'Expected',
  not_useful: 'Not useful',
  fixed: 'Fixed',
}

/** The name of the anomaly's scope, such as "backfill". */
export function nameOfScope({ scope }: Pick<Anomaly, 'scope'>): string {
  const last = scope.at(-1)
  if (last?.dimension.startsWith('tag:')) return `${last.dimension.slice(4)}: ${last.name || last.value}`
  return last ? last.name || last.value || 'Unnamed' : 'Entire organization'
}

/** The parents of the scope: "AWS, data-lake, AWS Glue". */
export function placeOfScope({ scope }: Pick<Anomaly, 'scope'>): string {
  return scope
    .slice(0, -1)
    .map(({ name, value }) => name || value || 'unnamed')
    .join(', ')
}

/** "cpu utilization". */
export const nameOfMetric = ({ metric }: { metric: string }) => metric.replaceAll('_', ' ')

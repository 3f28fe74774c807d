import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Metrics that left their path, of this severity and worse: the table and the panel beside it read the same. */
export function useMetricAnomalies(from: AnomalySeverity) {
  return useQuery(api.anomalies.metrics.queryOptions({ input: { severity_threshold: from } }))
}

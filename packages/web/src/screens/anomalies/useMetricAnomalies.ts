import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Metric anomalies of this severity and above, shared by the table and the side panel. */
export function useMetricAnomalies(from: AnomalySeverity) {
  return useQuery(api.anomalies.metrics.queryOptions({ input: { severity_threshold: from } }))
}

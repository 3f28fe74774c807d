/** A loop as the detector reports it, which costs that much an hour. */
import type { SeenLoop } from '../loops/save.ts'

export function seenLoop(id: string, detectedAt: Date, hourlyCost: string): SeenLoop {
  const at = detectedAt.toISOString()
  return {
    detection: {
      ...{ id, resource_id: id, resource_name: id, resource_type: 'serverless', provider: 'aws', region: 'us-east-1' },
      ...{ loop_type: 'infinite_retry', severity: 'high', status: 'active', affected_systems: [] },
      ...{ detected_at: at, resolved_at: null, duration_seconds: 60 },
      cost_impact: { estimated_hourly_cost: hourlyCost, estimated_total_cost: hourlyCost, currency: 'USD' },
      loop_metrics: {
        ...{ iteration_count: 600, resource_consumption_rate: 600 },
        ...{ avg_execution_time_ms: null, memory_usage_mb: null, cpu_utilization_percent: null },
      },
      detection_criteria: { threshold_type: 'retries', threshold_value: 10, measurement_window_minutes: 5 },
      root_cause_analysis: { probable_cause: '', confidence: 0.9, technical_details: '', suggested_fixes: [] },
      auto_remediation: { enabled: false, action_taken: null, success: null, timestamp: null },
    },
    evidence: { fingerprint: id } as SeenLoop['evidence'],
    ...{ rule_id: 'infinite_retry', confirmed: true, onset_at: at, last_seen_at: at },
    ...{ rates: [], critical: false, target_id: '' },
  }
}

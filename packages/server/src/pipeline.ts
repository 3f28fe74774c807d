/**
 * What runs after an organization's data changed, from top to bottom. Alerts are not a stage: they read the
 * notifications that stages wrote, on a timer of their own (`alerts/route-alerts.ts`).
 */
import type { FeatureApis } from './features.ts'
import type { Stage } from './platform/pipeline.ts'

export function pipelineOf({ resources, recommendations, savings, billing, anomalies, budgets }: FeatureApis): Stage[] {
  return [
    {
      name: 'resources',
      after: ['loads'],
      reads: [],
      runs: 'with the change',
      run: resources.sync,
    },
    {
      name: 'recommendations',
      after: ['loads', 'inventory', 'metrics', 'demo decisions'],
      reads: ['resources'],
      runs: 'with the change',
      run: recommendations.evaluate,
      onFailure: { event: 'recommendations.evaluate_failed', queue: recommendations.queueEvaluation },
    },
    {
      // Resolved recommendations count, so they are evaluated first.
      name: 'savings',
      after: ['loads', 'inventory', 'metrics'],
      reads: ['recommendations'],
      runs: 'with the change',
      run: savings.calculate,
      onFailure: { event: 'savings.calculate_failed', queue: savings.queueCalculation },
    },
    {
      name: 'billing',
      after: ['loads', 'inventory', 'metrics'],
      reads: ['savings'],
      runs: 'with the change',
      run: billing.draft,
      onFailure: { event: 'billing.draft_failed', queue: billing.queueDraft },
    },
    {
      name: 'metric anomalies',
      after: ['metrics'],
      reads: [],
      runs: 'with the change',
      run: anomalies.detectMetrics,
    },
    {
      name: 'anomalies',
      after: ['loads', 'calendars', 'anomaly settings'],
      reads: ['resources'],
      runs: 'in the background',
      run: anomalies.detect,
    },
    {
      name: 'budgets',
      after: ['loads'],
      reads: ['anomalies'],
      runs: 'in the background',
      run: budgets.evaluate,
    },
    {
      name: 'billing alerts',
      after: ['loads'],
      reads: ['billing'],
      runs: 'in the background',
      run: billing.evaluateAlerts,
    },
  ]
}

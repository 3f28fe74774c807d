/** What whoever collects metrics or an inventory for Kept must be allowed to read, and nothing else. */
export const metricPermissions = [
  'cloudwatch:GetMetricData',
  'Microsoft.Insights/metrics/read',
  'monitoring.timeSeries.list',
] as const

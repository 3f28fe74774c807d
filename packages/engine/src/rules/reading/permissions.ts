/** The read permissions of an account that collects metrics or an inventory for Kept, and nothing else. */
export const metricPermissions = [
  'cloudwatch:GetMetricData',
  'Microsoft.Insights/metrics/read',
  'monitoring.timeSeries.list',
] as const

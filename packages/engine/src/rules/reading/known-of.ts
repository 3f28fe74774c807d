/** What is known of a resource beside its bill, found by its id. */
import type { InventoryRow, ResourceMetric } from '@kept/domain/facts.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'

export type MetricsOf = (resourceId: string, metric: KnownMetric) => ResourceMetric | undefined

export function metricsOf(rows: readonly ResourceMetric[]): MetricsOf {
  const byMetric = new Map<string, Map<string, ResourceMetric>>()
  for (const row of rows) {
    const byResource = byMetric.get(row.metric) ?? new Map<string, ResourceMetric>()
    byResource.set(row.resource_id, row)
    byMetric.set(row.metric, byResource)
  }
  return (resourceId, metric) => byMetric.get(metric)?.get(resourceId)
}

export type InventoryOf = (resourceId: string) => InventoryRow | undefined

export function inventoryOf(rows: readonly InventoryRow[]): InventoryOf {
  const byId = new Map(rows.map((row) => [row.resource_id, row]))
  return (resourceId) => byId.get(resourceId)
}

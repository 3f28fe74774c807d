/** Metric streams with new points, and their last rows: the input of the metric anomaly detector. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface MetricStream {
  resource_id: string
  metric: string
  unit: string
  /** The version of the import of its newest point. */
  version: number
}

/** Streams per run; the next run continues: oldest version first, all streams of an import together. */
const maxStreams = 300

export async function streamsSince(warehouse: Warehouse, scope: Scope, version: number): Promise<MetricStream[]> {
  return warehouse.query<MetricStream>(
    scope,
    `SELECT resource_id, metric, any(p.unit) AS unit, toFloat64(max(p.version)) AS version FROM metric_point AS p
     WHERE organization_id = {organization_id:UUID} AND p.version > {version:UInt64}
     GROUP BY metric, resource_id ORDER BY version LIMIT ${maxStreams} WITH TIES`,
    { version },
  )
}

/** The last `most` rows of one stream, oldest first, within the days that its pattern is learned from. */
export async function readStream(
  warehouse: Warehouse,
  scope: Scope,
  { resource_id, metric }: Pick<MetricStream, 'resource_id' | 'metric'>,
  limit: number,
): Promise<{ at: number; value: number }[]> {
  const rows = await warehouse.query<{ at: number; value: number }>(
    scope,
    `SELECT toUnixTimestamp(p.at) AS at, p.value AS value FROM metric_point AS p FINAL
     WHERE organization_id = {organization_id:UUID} AND metric = {metric:String} AND resource_id = {resource_id:String}
     ORDER BY p.at DESC LIMIT {limit:UInt32}`,
    { metric, resource_id, limit },
  )
  return rows.reverse().map(({ at, value }) => ({ at: at * 1000, value }))
}

/** The baseline of resources for an hour of the week. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

const weekMs = 7 * 24 * 3_600_000
const weeks = 4

/**
 * Calls in the same hour of up to four weeks before, by resource. A week without any telemetry in that hour is unknown
 * and left out; one with telemetry of other resources only is a zero.
 */
export async function baselineCalls(
  warehouse: Warehouse,
  scope: Scope,
  resources: readonly string[],
  timestamp: Date,
): Promise<Map<string, number[]>> {
  if (resources.length === 0) return new Map()
  const hour = Math.floor(timestamp.getTime() / 3_600_000) * 3_600_000
  const hours = Array.from({ length: weeks }, (_, index) => Math.floor((hour - (index + 1) * weekMs) / 1000))
  const rows = await warehouse.query<{ hour: number; resource_id: string; calls: number }>(
    scope,
    `SELECT toUInt32(hour) AS hour, resource_id, toFloat64(sum(calls)) AS calls
     FROM telemetry_hour
     WHERE organization_id = {organization_id:UUID} AND toUInt32(hour) IN {hours:Array(UInt32)}
     GROUP BY hour, resource_id`,
    { hours },
  )
  const recordedHours = [...new Set(rows.map((row) => row.hour))]
  return new Map(
    resources.map((id) => [
      id,
      recordedHours.map(
        (recordedHour) => rows.find((row) => row.hour === recordedHour && row.resource_id === id)?.calls ?? 0,
      ),
    ]),
  )
}

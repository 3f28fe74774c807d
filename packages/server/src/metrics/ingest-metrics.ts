/** Writes metric readings as points. Invalid rows are rejected and reported. */
import type { MetricReading } from '@kept/connectors/metrics/reading.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { MetricImport, MetricPoint } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { readShortNames } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'
import type { OpenedMetrics } from './open-file.ts'

const maxReportedRows = 100

export async function takeIn(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { format, readings }: OpenedMetrics,
): Promise<MetricImport> {
  const reportedRows: MetricImport['rejected_rows'] = []
  let rejectedRows = 0
  async function* points(): AsyncGenerator<MetricPoint> {
    for await (const { point, rejected } of readings as AsyncIterable<MetricReading>) {
      if (point) yield point
      else {
        rejectedRows += 1
        if (reportedRows.length < maxReportedRows) reportedRows.push(rejected)
      }
    }
  }
  const written = await writePoints(state.warehouse, scope, points(), now().getTime() * 1000 + nextOfMoment())
  if (written.points === 0 && rejectedRows > 0) {
    const [first] = reportedRows
    throw badInput(`None of ${rejectedRows} points could be read. The first: ${first?.location} ${first?.reason}.`, {
      rejected_rows: reportedRows,
    })
  }
  const names = await readShortNames(state.database, scope)
  return {
    format,
    points: written.points,
    series: written.series,
    unmatched_series: written.resource_ids.filter((id) => !names.has(id)).length,
    rejected: rejectedRows,
    rejected_rows: reportedRows,
    start_time: written.from,
    end_time: written.to,
  }
}

let moment = 0

/** Distinguishes two deliveries in the same millisecond. */
function nextOfMoment(): number {
  moment = (moment + 1) % 1000
  return moment
}

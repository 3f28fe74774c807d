/** From readings to points in the warehouse: what is none is counted and told, what is one is written as it comes. */
import type { MetricReading } from '@kept/connectors/metrics/reading.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { MetricImport, MetricPoint } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { readShortNames } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'
import type { OpenedMetrics } from './open-file.ts'

const mostToldRows = 100

export async function takeIn(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { format, readings }: OpenedMetrics,
): Promise<MetricImport> {
  const told: MetricImport['set_aside_rows'] = []
  let setAside = 0
  async function* points(): AsyncGenerator<MetricPoint> {
    for await (const { point, bad } of readings as AsyncIterable<MetricReading>) {
      if (point) yield point
      else {
        setAside += 1
        if (told.length < mostToldRows) told.push(bad)
      }
    }
  }
  const written = await writePoints(state.warehouse, scope, points(), now().getTime() * 1000 + nextOfMoment())
  if (written.points === 0 && setAside > 0) {
    const [first] = told
    throw badInput(`Not one of ${setAside} points could be read; the first: ${first?.where} ${first?.reason}.`, {
      set_aside_rows: told,
    })
  }
  const names = await readShortNames(state.database, scope)
  return {
    format,
    points: written.points,
    series: written.series,
    unmatched_series: written.resource_ids.filter((id) => !names.has(id)).length,
    set_aside: setAside,
    set_aside_rows: told,
    from: written.from,
    to: written.to,
  }
}

let moment = 0

/** Two deliveries of one millisecond are told apart. */
function nextOfMoment(): number {
  moment = (moment + 1) % 1000
  return moment
}

/** Writes the metrics of units that are read at the same time in one statement. */
import type { MetricPoint } from '@kept/domain/metric.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import type { Services } from '../platform/context.ts'
import { mergeRuns } from '../platform/merge-runs.ts'

/** Returns when they are stored. */
export type WritePoints = (points: readonly MetricPoint[]) => Promise<void>

/** Each statement also rolls days up again: pages that arrive while one runs are written together by the next. */
export function pointsWriter({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): WritePoints {
  const write = mergeRuns<readonly MetricPoint[]>(async (_organization, pages) => {
    await writePoints(state.warehouse, scope, [...pages].flat(), now().getTime() * 1000)
  })
  return (points) => write(scope.organizationId, points)
}

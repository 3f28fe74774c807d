import type { AutopilotChange, HealthCheck } from '@kept/domain/autopilot.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { MeasuredHealth } from '@kept/engine/autopilot/health.ts'
import { readMetricSeries } from '@kept/store/metrics/read-series.ts'
import { namesOfResource } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'

/** The values of the policy's metrics since the change started; null where nothing was measured. */
export async function measureHealth(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  checks: readonly HealthCheck[],
  change: Pick<AutopilotChange, 'resource_id' | 'started_at'>,
): Promise<MeasuredHealth[]> {
  const from = change.started_at ?? now().toISOString()
  const measured: MeasuredHealth[] = []
  for (const check of checks) {
    const resourceIds = await namesOfResource(state.database, scope, check.resource_id || change.resource_id)
    const [series] = await readMetricSeries(state.warehouse, scope, {
      resourceIds,
      metrics: [check.metric],
      ...{ from, to: now().toISOString(), grain: 'raw' },
    })
    const hasPoints = series !== undefined && Number(series.summary.points) > 0
    measured.push({ check, value: hasPoints ? series.summary[check.statistic] : null })
  }
  return measured
}

/** Whether a resource is healthy after a change, by the metrics that its policy names. Unknown is not healthy. */
import type { HealthCheck } from '@kept/domain/autopilot.ts'

/** What was measured after the change; null where nothing was. */
export interface MeasuredHealth {
  check: HealthCheck
  value: number | null
}

const comparisonLabels = { at_most: 'at most', at_least: 'at least' } as const

/** Undefined where every check holds; otherwise the first one that does not, as a sentence. */
export function findUnhealthy(measured: readonly MeasuredHealth[]): string | undefined {
  for (const { check, value } of measured) {
    const { metric, statistic, comparison, value: threshold } = check
    if (value === null || !Number.isFinite(value))
      return `${metric} has no value since the change, so the health of the resource is unknown.`
    const holds = comparison === 'at_most' ? value <= threshold : value >= threshold
    if (!holds)
      return `${metric} (${statistic}) is ${round(value)} since the change and should be ${comparisonLabels[comparison]} ${threshold}.`
  }
  return undefined
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}

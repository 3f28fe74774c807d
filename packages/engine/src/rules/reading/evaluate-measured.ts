/** Rules about resources larger than their measured load: evaluates each, and counts those that could not be. */
import type { ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { Candidate, EvaluationContext } from '../define-rule.ts'
import { metricsOf } from './known-of.ts'
import { stillThere } from './last-seen.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface MeasuredThings<Name extends KnownMetric> {
  matches(row: ResourceUse): boolean
  /** Every one of them is needed, over so many days. */
  metrics: readonly Name[]
  days: number
  /** For the sentence about those that lack them: "memory metric", "functions". */
  missing: string
  plural: string
}

export type Loads<Name extends KnownMetric> = Readonly<Record<Name, ResourceMetric>>

/** `unknown`: the bill lacks what it takes to evaluate this resource; undefined: nothing to recommend. */
type EvaluateResource<Name extends KnownMetric> = (
  usage: UsageOfResource,
  loads: Loads<Name>,
) => Candidate | 'unknown' | undefined

export function evaluateMeasured<Name extends KnownMetric>(
  facts: { resource_usage: readonly ResourceUse[]; resource_metric: readonly ResourceMetric[] },
  { window }: EvaluationContext,
  { matches, metrics, days, missing, plural }: MeasuredThings<Name>,
  evaluateResource: EvaluateResource<Name>,
): { candidates: Candidate[]; evaluatedCount: number; skipReasons: string[] } {
  const metricOf = metricsOf(facts.resource_metric)
  const resources = usageByResource(facts.resource_usage, (row) => row.resource_id !== '' && matches(row)).filter(
    ({ lastDay }) => stillThere(lastDay, window),
  )
  let unjudged = 0
  const candidates = resources.flatMap((usage): Candidate[] => {
    const loads = loadsOf(metrics, (metric) => metricOf(usage.location.resource_id, metric))
    const result =
      loads && metrics.every((name) => loads[name].days >= days) ? evaluateResource(usage, loads) : 'unknown'
    if (result === 'unknown') unjudged += 1
    return result === undefined || result === 'unknown' ? [] : [result]
  })
  const skipReasons =
    unjudged > 0 ? [`Needs ${days} days of ${missing} (${unjudged} of ${resources.length} ${plural} have less).`] : []
  return { candidates, evaluatedCount: resources.length, skipReasons }
}

function loadsOf<Name extends KnownMetric>(
  metrics: readonly Name[],
  metricOf: (metric: Name) => ResourceMetric | undefined,
): Loads<Name> | undefined {
  const entries = metrics.flatMap((name) => {
    const row = metricOf(name)
    return row ? [[name, row] as const] : []
  })
  // Every name is there, or none is handed out.
  return entries.length === metrics.length ? (Object.fromEntries(entries) as Loads<Name>) : undefined
}

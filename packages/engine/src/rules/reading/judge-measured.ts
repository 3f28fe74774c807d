/** Rules about things that are larger than what is measured of them: the walk over them, and who could not be judged. */
import type { ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { Candidate, JudgeContext } from '../define-rule.ts'
import { metricsOf } from './known-of.ts'
import { stillThere } from './still-there.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

export interface MeasuredThings<Name extends KnownMetric> {
  matches(row: ResourceUse): boolean
  /** Every one of them is needed, over so many days. */
  metrics: readonly Name[]
  days: number
  /** For the sentence about those that lack them: "memory metric", "functions". */
  missing: string
  many: string
}

export type Loads<Name extends KnownMetric> = Readonly<Record<Name, ResourceMetric>>

/** `unknown`: the bill lacks what it takes to judge this one; undefined: it is as it should be. */
export type JudgeOne<Name extends KnownMetric> = (
  usage: UsageOfResource,
  loads: Loads<Name>,
) => Candidate | 'unknown' | undefined

export function judgeMeasured<Name extends KnownMetric>(
  facts: { resource_use: readonly ResourceUse[]; resource_metric: readonly ResourceMetric[] },
  { window }: JudgeContext,
  { matches, metrics, days, missing, many }: MeasuredThings<Name>,
  judgeOne: JudgeOne<Name>,
): { candidates: Candidate[]; lookedAt: number; whyNot: string[] } {
  const of = metricsOf(facts.resource_metric)
  const things = usageByResource(facts.resource_use, (row) => row.resource_id !== '' && matches(row)).filter(
    ({ lastDay }) => stillThere(lastDay, window),
  )
  let unjudged = 0
  const candidates = things.flatMap((usage): Candidate[] => {
    const loads = loadsOf(metrics, (metric) => of(usage.place.resource_id, metric))
    const found = loads && metrics.every((name) => loads[name].days >= days) ? judgeOne(usage, loads) : 'unknown'
    if (found === 'unknown') unjudged += 1
    return found === undefined || found === 'unknown' ? [] : [found]
  })
  const whyNot = unjudged > 0 ? [`No ${missing} over ${days} days for ${unjudged} of ${things.length} ${many}.`] : []
  return { candidates, lookedAt: things.length, whyNot }
}

function loadsOf<Name extends KnownMetric>(
  metrics: readonly Name[],
  of: (metric: Name) => ResourceMetric | undefined,
): Loads<Name> | undefined {
  const known = metrics.flatMap((name) => {
    const row = of(name)
    return row ? [[name, row] as const] : []
  })
  // Every name is there, or none is handed out.
  return known.length === metrics.length ? (Object.fromEntries(known) as Loads<Name>) : undefined
}

/** The statistics of detections, exactly as the entity has them. Amounts of one currency: the caller asks once for each. */
import { add, compare, type Decimal, divide, toPlaces } from '@kept/domain/decimal.ts'
import { type LoopDetection, type LoopStatistics, type LoopType, loopTypeWords } from '@kept/domain/loop.ts'
import { causes } from './cause/causes.ts'

const mostResources = 10

export function loopStatistics(detections: readonly LoopDetection[]): LoopStatistics {
  const resolved = detections.filter(({ status }) => status === 'resolved')
  const minutes = resolved.map(({ duration_seconds: seconds }) => seconds / 60)
  const byType = grouped(detections, ({ loop_type: type }) => type)
  const known = detections.filter(({ provider }) => provider !== null)
  const commonest = [...byType].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
  return {
    summary: {
      total_detections: detections.length,
      active_loops: detections.length - resolved.length,
      resolved_loops: resolved.length,
      total_cost_impact: costOf(detections),
      avg_resolution_time_minutes: minutes.length > 0 ? rounded(mean(minutes)) : null,
      most_common_loop_type: commonest,
    },
    trends: [...grouped(detections, ({ detected_at: at }) => at.slice(0, 10))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, some]) => ({
        date,
        detections: some.length,
        cost_impact: costOf(some),
        resolution_rate: resolvedShare(some),
      })),
    breakdown_by_type: [...byType]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([loop_type, some]) => ({
        loop_type,
        count: some.length,
        avg_cost_impact: divide(costOf(some), String(some.length), 6),
        avg_duration_minutes: rounded(mean(some.map(({ duration_seconds: seconds }) => seconds / 60))),
      })),
    breakdown_by_provider: [...grouped(known, ({ provider }) => provider)].map(([provider, some]) => ({
      provider,
      count: some.length,
      cost_impact: costOf(some),
      resolution_rate: resolvedShare(some),
    })),
    top_affected_resources: [...grouped(detections, ({ resource_id: id }) => id)]
      .map(([resource_id, some]) => ({
        resource_id,
        resource_name: some[0]?.resource_name ?? resource_id,
        resource_type: some[0]?.resource_type ?? 'compute',
        loop_count: some.length,
        total_cost_impact: costOf(some),
      }))
      .sort((a, b) => compare(b.total_cost_impact, a.total_cost_impact) || b.loop_count - a.loop_count)
      .slice(0, mostResources),
    // What is worth most comes first.
    prevention_recommendations: [...byType]
      .map(([type, some]) => recommendation(type, some))
      .sort((a, b) => compare(b.potential_savings, a.potential_savings)),
  }
}

/** What would have kept the commonest cause of a type away; worth what those loops cost. */
function recommendation(type: LoopType, some: readonly LoopDetection[]) {
  const byCause = grouped(some, ({ root_cause_analysis: { probable_cause: cause } }) => cause)
  const [words, those] = [...byCause].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', []]
  // Words of a cause that is no longer in the catalogue: the commonest of the type stands in.
  const cause = causes[type].find((one) => one.words === words) ?? causes[type][0]
  return {
    type,
    title: cause?.fixes[0] ?? '',
    description: `${loopTypeWords[type].label}: ${some.length} found, ${those.length} of them because: ${words}.`,
    potential_savings: costOf(those),
    implementation_effort: cause?.effort ?? 'medium',
  }
}

/** What is known of the cost; loops without a price add nothing and are not taken for free elsewhere. */
function costOf(some: readonly LoopDetection[]): Decimal {
  return some.reduce<Decimal>(
    (total, { cost_impact: { estimated_total_cost: cost } }) => (cost === null ? total : toPlaces(add(total, cost), 6)),
    '0',
  )
}

function resolvedShare(some: readonly LoopDetection[]): number {
  return rounded(some.filter(({ status }) => status === 'resolved').length / some.length)
}

function grouped<Key>(
  some: readonly LoopDetection[],
  key: (one: LoopDetection) => Key,
): Map<NonNullable<Key>, LoopDetection[]> {
  const groups = new Map<NonNullable<Key>, LoopDetection[]>()
  for (const one of some) {
    const name = key(one) as NonNullable<Key>
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return groups
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length)
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}

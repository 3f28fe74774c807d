/** The statistics of detections, exactly as the entity has them. Amounts of one currency: the caller asks once for each. */
import type { LoopDetection, LoopStatistics } from '@kept/domain/loop.ts'
import { type LoopType, loopTypeLabels } from '@kept/domain/loop-types.ts'
import { add, compare, type Decimal, divide, toPlaces } from '@kept/foundation/decimal.ts'
import { causes } from './cause/causes.ts'

const maxResources = 10

export function loopStatistics(detections: readonly LoopDetection[]): LoopStatistics {
  const resolved = detections.filter(({ status }) => status === 'resolved')
  const minutes = resolved.map(({ duration_seconds: seconds }) => seconds / 60)
  const byType = grouped(detections, ({ loop_type: type }) => type)
  const withProvider = detections.filter(({ provider }) => provider !== null)
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
    trends: [...grouped(detections, ({ detected_at: timestamp }) => timestamp.slice(0, 10))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, group]) => ({
        date,
        detections: group.length,
        cost_impact: costOf(group),
        resolution_rate: resolvedShare(group),
      })),
    breakdown_by_type: [...byType]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([loop_type, group]) => ({
        loop_type,
        count: group.length,
        avg_cost_impact: divide(costOf(group), String(group.length), 6),
        avg_duration_minutes: rounded(mean(group.map(({ duration_seconds: seconds }) => seconds / 60))),
      })),
    breakdown_by_provider: [...grouped(withProvider, ({ provider }) => provider)].map(([provider, group]) => ({
      provider,
      count: group.length,
      cost_impact: costOf(group),
      resolution_rate: resolvedShare(group),
    })),
    top_affected_resources: [...grouped(detections, ({ resource_id: id }) => id)]
      .map(([resource_id, group]) => ({
        resource_id,
        resource_name: group[0]?.resource_name ?? resource_id,
        resource_type: group[0]?.resource_type ?? 'compute',
        loop_count: group.length,
        total_cost_impact: costOf(group),
      }))
      .sort((a, b) => compare(b.total_cost_impact, a.total_cost_impact) || b.loop_count - a.loop_count)
      .slice(0, maxResources),
    // What is worth most comes first.
    prevention_recommendations: [...byType]
      .map(([type, group]) => recommendation(type, group))
      .sort((a, b) => compare(b.potential_savings, a.potential_savings)),
  }
}

/** What would have kept the commonest cause of a type away; worth what those loops cost. */
function recommendation(type: LoopType, detections: readonly LoopDetection[]) {
  const byCause = grouped(detections, ({ root_cause_analysis: { probable_cause: cause } }) => cause)
  const [description, causeDetections] = [...byCause].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['', []]
  // Words of a cause that is no longer in the catalog: the commonest of the type stands in.
  const cause = causes[type].find((candidate) => candidate.description === description) ?? causes[type][0]
  return {
    type,
    title: cause?.fixes[0] ?? '',
    description: `${loopTypeLabels[type].label}: ${detections.length} detected, ${causeDetections.length} with this cause: ${description}.`,
    potential_savings: costOf(causeDetections),
    implementation_effort: cause?.effort ?? 'medium',
  }
}

/** What is known of the cost; loops without a price add nothing and are not taken for free elsewhere. */
function costOf(detections: readonly LoopDetection[]): Decimal {
  return detections.reduce<Decimal>(
    (total, { cost_impact: { estimated_total_cost: cost } }) => (cost === null ? total : toPlaces(add(total, cost), 6)),
    '0',
  )
}

function resolvedShare(detections: readonly LoopDetection[]): number {
  return rounded(detections.filter(({ status }) => status === 'resolved').length / detections.length)
}

function grouped<Key>(
  detections: readonly LoopDetection[],
  key: (detection: LoopDetection) => Key,
): Map<NonNullable<Key>, LoopDetection[]> {
  const groups = new Map<NonNullable<Key>, LoopDetection[]>()
  for (const detection of detections) {
    const name = key(detection) as NonNullable<Key>
    const group = groups.get(name)
    if (group) group.push(detection)
    else groups.set(name, [detection])
  }
  return groups
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length)
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}

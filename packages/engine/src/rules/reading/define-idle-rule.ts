/** Rules about things that run and do nothing: what they are, and below which load they count as idle. */
import type { ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'
import type { Level } from '@kept/domain/recommendation.ts'
import { isZero } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule, type EvaluationContext, type Rule, type Threshold } from '../define-rule.ts'
import { fullCost } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { formatLoad, loadEvidence } from './format-load.ts'
import { type MetricsOf, metricsOf } from './known-of.ts'
import { nameOf } from './labels.ts'
import { stillThere } from './last-seen.ts'
import { metricPermissions } from './permissions.ts'
import { onDemandCost, type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface QuietBelow {
  metric: KnownMetric
  statistic: 'max' | 'avg' | 'p95' | 'p99'
  /** Idle is below this. */
  value: number
  label: string
  source: string
  /** Asked when it is there; without it the others decide. */
  ifKnown?: true
}

interface IdleRule {
  id: string
  title: string
  description: string
  noun: { singular: string; plural: string }
  providers: readonly Cloud[]
  /** Types of the inventory whose metrics it reads. */
  types: readonly string[]
  matches(row: ResourceUse): boolean
  quiet: readonly [QuietBelow, ...QuietBelow[]]
  days: { value: number; source: string }
  confidence: number
  effort: Level
  risk: Level
  reversible: boolean
  part?: string
  permissions?: readonly string[]
  steps: string[]
}

export function defineIdleRule(idle: IdleRule): Rule {
  const { id, title, description, noun, providers, effort, risk, reversible, quiet, days } = idle
  const thresholds: Record<string, Threshold> = {
    days: { label: 'Days measured', value: days.value, unit: 'days', source: days.source },
  }
  for (const { metric, value, label, source } of quiet) {
    const { unit } = knownMetrics[metric]
    thresholds[metric] = { label, value, unit: unit === 'percent' ? '%' : unit, source }
  }
  return defineRule({
    id,
    title,
    description,
    noun,
    providers,
    needs: ['resource_usage', 'resource_metric'],
    reads: { types: idle.types, metrics: quiet.map(({ metric }) => metric), attributes: [] },
    thresholds,
    effort,
    risk,
    reversible,
    permissions: [...metricPermissions, ...(idle.permissions ?? [])],
    evaluate({ resource_usage, resource_metric }, context) {
      const metricOf = metricsOf(resource_metric)
      const resources = usageByResource(resource_usage, (row) => row.resource_id !== '' && idle.matches(row)).filter(
        ({ lastDay }) => stillThere(lastDay, context.window),
      )
      const missing = new Map<KnownMetric, number>()
      let short = 0
      const candidates = resources.flatMap((usage): Candidate[] => {
        const loads = loadsOf(usage, quiet, metricOf)
        if (loads.missing) {
          missing.set(loads.missing, (missing.get(loads.missing) ?? 0) + 1)
          return []
        }
        if (loads.loads.some(({ row }) => row.days < days.value)) {
          short += 1
          return []
        }
        if (loads.loads.some(({ below, row }) => row[below.statistic] >= below.value)) return []
        return [candidateOf(idle, usage, loads.loads, context)]
      })
      const skipReasons = [...missing].map(
        ([metric, count]) =>
          `Needs ${metricName(metric)} metrics (${count} of ${resources.length} ${noun.plural} have none).`,
      )
      if (short > 0) {
        skipReasons.push(
          `Needs ${days.value} days of metrics (${short} of ${resources.length} ${noun.plural} have less).`,
        )
      }
      return { candidates, evaluatedCount: resources.length, skipReasons }
    },
  })
}

interface KnownLoad {
  below: QuietBelow
  row: ResourceMetric
}

function loadsOf(
  { location }: UsageOfResource,
  quiet: readonly QuietBelow[],
  metricOf: MetricsOf,
): { loads: KnownLoad[]; missing?: KnownMetric } {
  const loads: KnownLoad[] = []
  for (const below of quiet) {
    const row = metricOf(location.resource_id, below.metric)
    if (row) loads.push({ below, row })
    else if (!below.ifKnown) return { loads, missing: below.metric }
  }
  return { loads }
}

function candidateOf(
  { confidence, steps, part, quiet }: IdleRule,
  usage: UsageOfResource,
  loads: KnownLoad[],
  { monthly }: EvaluationContext,
): Candidate {
  const { location, effective } = usage
  // What a commitment covers goes on being paid whether the thing stays or not.
  const saved = onDemandCost(usage.rows)
  const loadTexts = loads.map(
    ({ below, row }) =>
      `${metricName(below.metric)} ${describeLoad(below.statistic, formatLoad(row[below.statistic], below.metric))}`,
  )
  const isComplete = loads.length === quiet.length
  return {
    location,
    ...(part === undefined ? {} : { part }),
    summary: `${nameOf(location)} is idle: ${loadTexts.join(', ')} for ${loads[0]?.row.days} days. It costs ${monthly(effective, location.currency)}.`,
    cost: effective,
    saving: isZero(saved) ? null : fullCost('On-demand cost in the window', saved, location.currency),
    confidence: isComplete ? confidence : confidence - 0.15,
    evidence: [
      ...loads.flatMap(({ below, row }) => loadEvidence(row, below.metric)),
      ...(isZero(saved)
        ? [
            {
              label: 'Covered by a commitment',
              value: 'turning it off frees the commitment and saves nothing by itself',
            },
          ]
        : []),
    ],
    steps,
  }
}

/** "peaked at 0.8%", "stayed within 3% for 99% of the time". */
function describeLoad(statistic: QuietBelow['statistic'], load: string): string {
  if (statistic === 'max') return `peaked at ${load}`
  if (statistic === 'avg') return `averaged ${load}`
  return `stayed within ${load} for ${statistic === 'p95' ? 95 : 99}% of the time`
}

/** "CPU", "network in": a metric's label within a sentence. */
function metricName(metric: KnownMetric): string {
  const { label } = knownMetrics[metric]
  return label === label.toUpperCase() ? label : label.toLowerCase()
}

import type { TelemetryResource } from '@kept/domain/span.ts'
import { lastMinutes } from '../aggregate/series.ts'
import { evaluationOf, feature, type LoopEvaluation } from '../evaluation.ts'
import { evaluateCondition, type ReadMetric } from '../expression/evaluate.ts'
import { type Aggregate, type Condition, parseExpression } from '../expression/parse.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'
import { defineDetector } from './define-detector.ts'

const parsed = new Map<string, Condition>()

export const customDetector = defineDetector({
  type: 'custom_pattern',
  sources: ['the person who wrote the rule'],
  evaluate({ view, rule }) {
    if (rule.expression === null) return []
    let condition = parsed.get(rule.expression)
    if (!condition) {
      condition = parseExpression(rule.expression)
      if (parsed.size > 1000) parsed.clear()
      parsed.set(rule.expression, condition)
    }
    const evaluations: LoopEvaluation[] = []
    for (const resource of resourcesOf(view)) {
      const value = evaluateCondition(condition, readerOf(view, resource))
      if (value !== true) continue
      evaluations.push(
        evaluationOf({
          type: 'custom_pattern',
          ruleId: rule.id,
          threshold: 0,
          minutes: rule.detection_criteria.measurement_window_minutes,
          volume: 1,
          isQuiet: false,
          resource,
          edges: [rule.id],
          features: [feature('expression', 1, true, `${rule.name}: ${rule.expression}`)],
        }),
      )
    }
    return evaluations
  },
})

function resourcesOf(view: View): TelemetryResource[] {
  const byId = new Map(view.activeSeries.map(({ resource }) => [resource.id, resource]))
  for (const node of view.nodeSums(1).keys()) {
    const { resource } = view.nodes.get(node)
    if (!byId.has(resource.id)) byId.set(resource.id, resource)
  }
  return [...byId.values()]
}

/** Names are a metric's own (with any of `.`, `_`, `-` for another), its role, or what the lineage counts. */
function readerOf(view: View, resource: TelemetryResource): ReadMetric {
  return (name, aggregate, minutes) => {
    const counted = lineageFigure(view, resource.id, name, minutes)
    if (counted !== undefined) return aggregate === 'rate' ? counted / minutes : counted
    const normalizedName = normalizeName(name)
    const series = view.series
      .ofResource(resource.id)
      .filter((candidate) => normalizeName(candidate.metric) === normalizedName || candidate.role === name)
    const points = series.flatMap((metricSeries) =>
      lastMinutes(metricSeries, view.minute, Math.max(minutes, Math.round(metricSeries.stepMinutes))),
    )
    return points.length === 0 ? undefined : aggregated(points, aggregate, minutes)
  }
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function aggregated(
  points: { minute: number; sum: number; count: number; min: number; max: number; last: number }[],
  aggregate: Aggregate,
  minutes: number,
): number {
  const total = points.reduce((sum, point) => sum + point.sum, 0)
  const count = points.reduce((sum, point) => sum + point.count, 0)
  switch (aggregate) {
    case 'sum':
      return total
    case 'rate':
      return total / minutes
    case 'count':
      return count
    case 'avg':
      return total / count
    case 'min':
      return points.reduce((minimum, { min }) => Math.min(minimum, min), Number.POSITIVE_INFINITY)
    case 'max':
      return points.reduce((maximum, { max }) => Math.max(maximum, max), Number.NEGATIVE_INFINITY)
    case 'last':
      return points.reduce((newest, point) => (point.minute >= newest.minute ? point : newest)).last
    case 'growth':
      return (
        linearFit(
          points.map(({ minute }) => minute),
          points.map(({ last }) => last),
        ).slope * minutes
      )
  }
}

function lineageFigure(view: View, id: string, name: string, minutes: number): number | undefined {
  if (!['spans', 'span_failures', 'lineage_depth', 'lineage_repeats', 'lineage_iterations'].includes(name))
    return undefined
  const sums = [...view.nodeSums(Math.min(minutes, 15))]
    .filter(([node]) => view.nodes.get(node).resource.id === id)
    .map(([, sum]) => sum)
  if (sums.length === 0) return undefined
  const total = (pick: (sum: (typeof sums)[number]) => number) => sums.reduce((all, sum) => all + pick(sum), 0)
  const maxOf = (pick: (sum: (typeof sums)[number]) => number) =>
    sums.reduce((highest, sum) => Math.max(highest, pick(sum)), 0)
  if (name === 'spans') return total(({ visits }) => visits)
  if (name === 'span_failures') return total(({ failures }) => failures)
  if (name === 'lineage_depth') return maxOf(({ maxDepth }) => maxDepth)
  return name === 'lineage_repeats' ? maxOf(({ maxRepeats }) => maxRepeats) : total(({ iterations }) => iterations)
}

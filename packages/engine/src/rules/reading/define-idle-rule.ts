/** Rules about things that run and do nothing: what they are, and below which load they count as idle. */
import { isZero } from '@kept/domain/decimal.ts'
import type { ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { Level } from '@kept/domain/finding.ts'
import { type KnownMetric, knownMetrics } from '@kept/domain/metric.ts'
import { type Candidate, defineRule, type JudgeContext, type Rule, type Threshold } from '../define-rule.ts'
import { wholeCost } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { type MetricsOf, metricsOf } from './known-of.ts'
import { loadEvidence, loadWords } from './load-words.ts'
import { metricPermissions } from './permissions.ts'
import { stillThere } from './still-there.ts'
import { onDemandCost, type UsageOfResource, usageByResource } from './usage-by-resource.ts'
import { nameOf } from './words.ts'

interface QuietBelow {
  metric: KnownMetric
  of: 'most' | 'avg' | 'p95' | 'p99'
  /** Idle is below this. */
  value: number
  words: string
  source: string
  /** Asked when it is there; without it the others decide. */
  ifKnown?: true
}

export interface IdleRule {
  id: string
  title: string
  explains: string
  noun: { one: string; many: string }
  appliesTo: readonly Cloud[]
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
  const { id, title, explains, noun, appliesTo, effort, risk, reversible, quiet, days } = idle
  const thresholds: Record<string, Threshold> = {
    days: { words: 'Days measured', value: days.value, unit: 'days', source: days.source },
  }
  for (const { metric, value, words, source } of quiet) {
    const { unit } = knownMetrics[metric]
    thresholds[metric] = { words, value, unit: unit === 'percent' ? '%' : unit, source }
  }
  return defineRule({
    id,
    title,
    explains,
    noun,
    appliesTo,
    needs: ['resource_use', 'resource_metric'],
    thresholds,
    effort,
    risk,
    reversible,
    permissions: idle.permissions ?? metricPermissions,
    judge({ resource_use, resource_metric }, context) {
      const of = metricsOf(resource_metric)
      const things = usageByResource(resource_use, (row) => row.resource_id !== '' && idle.matches(row)).filter(
        ({ lastDay }) => stillThere(lastDay, context.window),
      )
      const missing = new Map<KnownMetric, number>()
      let short = 0
      const candidates = things.flatMap((usage): Candidate[] => {
        const loads = loadsOf(usage, quiet, of)
        if (loads.missing) {
          missing.set(loads.missing, (missing.get(loads.missing) ?? 0) + 1)
          return []
        }
        if (loads.known.some(({ row }) => row.days < days.value)) {
          short += 1
          return []
        }
        if (loads.known.some(({ below, row }) => row[below.of] >= below.value)) return []
        return [candidateOf(idle, usage, loads.known, context)]
      })
      const whyNot = [...missing].map(
        ([metric, many]) =>
          `No ${knownMetrics[metric].words.toLowerCase()} metric for ${many} of ${things.length} ${noun.many}.`,
      )
      if (short > 0) {
        whyNot.push(`${short} of ${things.length} ${noun.many} have less than ${days.value} days of metrics.`)
      }
      return { candidates, lookedAt: things.length, whyNot: whyNot.map(capitalised) }
    },
  })
}

interface KnownLoad {
  below: QuietBelow
  row: ResourceMetric
}

function loadsOf(
  { place }: UsageOfResource,
  quiet: readonly QuietBelow[],
  of: MetricsOf,
): { known: KnownLoad[]; missing?: KnownMetric } {
  const known: KnownLoad[] = []
  for (const below of quiet) {
    const row = of(place.resource_id, below.metric)
    if (row) known.push({ below, row })
    else if (!below.ifKnown) return { known, missing: below.metric }
  }
  return { known }
}

function candidateOf(
  { confidence, steps, part, quiet }: IdleRule,
  usage: UsageOfResource,
  loads: KnownLoad[],
  { monthly }: JudgeContext,
): Candidate {
  const { place, effective } = usage
  // What a commitment covers goes on being paid whether the thing stays or not.
  const saved = onDemandCost(usage.rows)
  const words = loads.map(
    ({ below, row }) =>
      `${knownMetrics[below.metric].words.toLowerCase()} ${ofWords[below.of]} ${loadWords(row[below.of], below.metric)}`,
  )
  const asked = loads.length === quiet.length
  return {
    place,
    ...(part === undefined ? {} : { part }),
    summary: `${nameOf(place)} does next to nothing: ${words.join(', ')} over ${loads[0]?.row.days} days. It costs ${monthly(effective, place.currency)}.`,
    cost: effective,
    saving: isZero(saved) ? null : wholeCost('On-demand cost in the window', saved, place.currency),
    confidence: asked ? confidence : confidence - 0.15,
    evidence: [
      ...loads.flatMap(({ below, row }) => loadEvidence(row, below.metric)),
      ...(isZero(saved)
        ? [
            {
              label: 'Covered by a commitment',
              value: 'switching it off frees the commitment, it saves nothing by itself',
            },
          ]
        : []),
    ],
    steps,
  }
}

const ofWords = {
  most: 'never above',
  avg: 'on average',
  p95: 'in 95 % of the time at most',
  p99: 'in 99 % of the time at most',
}

function capitalised(sentence: string): string {
  return sentence[0]?.toUpperCase() + sentence.slice(1)
}

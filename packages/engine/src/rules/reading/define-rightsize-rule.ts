/**
 * Rules that find a smaller size: the smallest of the same family on which the load would still leave the headroom,
 * measured at its busiest and at the month's end, priced by the customer's own contract before any public list.
 */
import { compare } from '@kept/domain/decimal.ts'
import type { ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { type Candidate, defineRule, type Rule } from '../define-rule.ts'
import { multiplyByShare } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { metricsOf } from './known-of.ts'
import { loadEvidence } from './load-words.ts'
import { metricPermissions } from './permissions.ts'
import { priceRatio, savingOfType } from './price-ratio.ts'
import { smallerType } from './sizes.ts'
import { stillThere } from './still-there.ts'
import { mainRow, onDemandCost, type UsageOfResource, usageByResource } from './usage-by-resource.ts'
import { nameOf, percent } from './words.ts'

export interface RightsizeRule {
  id: string
  title: string
  explains: string
  noun: { one: string; many: string }
  appliesTo: readonly Cloud[]
  matches(row: ResourceUse): boolean
  permissions: readonly string[]
  steps(to: string): string[]
}

const thresholds = {
  cpu: {
    words: 'CPU at its busiest on the smaller size: 99th percentile, and the 95th of the month’s end',
    value: 80,
    unit: '% at most',
    source: 'Azure Advisor: 80 % for machines no user waits for; OptScale: 99th percentile of at most 80 %',
  },
  memory: {
    words: 'Memory, 99th percentile on the smaller size',
    value: 80,
    unit: '% at most',
    source: 'AWS Compute Optimizer: memory headroom of 20 %',
  },
  days: {
    words: 'Days measured',
    value: 14,
    unit: 'days',
    source: 'AWS Compute Optimizer: 14 days; a week is seen twice',
  },
  steps: {
    words: 'Sizes down at once',
    value: 2,
    unit: 'sizes',
    source: 'Kept: a quarter at most, one size where memory is not measured',
  },
} as const

export function defineRightsizeRule(rule: RightsizeRule): Rule {
  const { id, title, explains, noun, appliesTo, permissions } = rule
  return defineRule({
    id,
    title,
    explains,
    noun,
    appliesTo,
    needs: ['resource_use', 'resource_metric', 'unit_price'],
    thresholds,
    effort: 'medium',
    risk: 'medium',
    reversible: true,
    permissions: [...metricPermissions, ...permissions],
    judge({ resource_use, resource_metric, unit_price }, { window }) {
      const of = metricsOf(resource_metric)
      const machines = usageByResource(
        resource_use,
        (row) => row.resource_id !== '' && row.instance_type !== '' && rule.matches(row),
      ).filter(({ lastDay }) => stillThere(lastDay, window))
      let [unmeasured, short, withoutMemory] = [0, 0, 0]
      const candidates = machines.flatMap((machine): Candidate[] => {
        const { resource_id } = machine.place
        const cpu = of(resource_id, 'cpu_utilization')
        const memory = of(resource_id, 'memory_utilization')
        if (!cpu) unmeasured += 1
        else if (cpu.days < thresholds.days.value) short += 1
        else {
          if (!memory) withoutMemory += 1
          return candidateFor(rule, machine, { cpu, memory }, unit_price)
        }
        return []
      })
      const all = machines.length
      const whyNot = [
        unmeasured > 0 ? `No CPU metric for ${unmeasured} of ${all} ${noun.many}.` : '',
        short > 0 ? `${short} of ${all} ${noun.many} have less than ${thresholds.days.value} days of metrics.` : '',
        withoutMemory > 0 ? `No memory metric for ${withoutMemory} of ${all} ${noun.many}: one size down at most.` : '',
      ].filter(Boolean)
      return { candidates, lookedAt: all, whyNot }
    },
  })
}

interface Load {
  cpu: ResourceMetric
  memory: ResourceMetric | undefined
}

function candidateFor(
  rule: RightsizeRule,
  machine: UsageOfResource,
  { cpu, memory }: Load,
  prices: readonly UnitPrice[],
): Candidate[] {
  const { place } = machine
  const main = mainRow(machine.rows)
  const steps = stepsDown({ cpu, memory })
  const to = steps === 0 ? undefined : largestStep(main.instance_type, steps)
  const paid = onDemandCost(machine.rows.filter((row) => row.instance_type === main.instance_type))
  if (!to || compare(paid, '0') <= 0) return []
  const price = priceRatio(main, to.type, to.halvings, prices)
  if (price.ratio >= 1) return []
  const times = 2 ** to.halvings
  const name = nameOf(place)
  return [
    {
      place: { ...place, resource_type: place.resource_type || main.instance_type },
      part: 'machine',
      summary: `${name} is a ${main.instance_type} and uses ${cpu.p99.toFixed(0)} % of its CPU at its busiest; a ${to.type} would carry it with ${(100 - busiest(cpu) * times).toFixed(0)} % to spare and costs ${percent(1 - price.ratio)} less.`,
      cost: paid,
      saving: [
        ...savingOfType({ label: 'On-demand cost in the window', amount: paid, currency: place.currency }, price),
        ...(price.sure ? [] : [multiplyByShare('Range of an assumed price', { low: 0.8, mid: 1, high: 1 })]),
      ],
      confidence: memory ? 0.85 : 0.6,
      ...(memory ? {} : { risk: 'high' as const }),
      evidence: [
        ...loadEvidence(cpu, 'cpu_utilization'),
        ...(memory ? loadEvidence(memory, 'memory_utilization') : []),
        { label: 'From and to', value: `${main.instance_type} to ${to.type}` },
        { label: 'Busiest CPU on the smaller size', value: `${(busiest(cpu) * times).toFixed(0)} %` },
        ...(memory
          ? [{ label: 'Memory on the smaller size', value: `${(memory.p99 * times).toFixed(0)} %` }]
          : [{ label: 'Memory', value: 'not measured: look at it before you change anything' }]),
        { label: 'Price of the smaller size', value: percent(price.ratio), unit: 'of today’s' },
        { label: 'Source of the price', value: price.says },
      ],
      steps: rule.steps(to.type),
    },
  ]
}

/** A month's end counts as fully as the days between: a machine that closes the books is sized for closing them. */
function busiest({ p99, month_end_p95, busiest_p95 }: ResourceMetric): number {
  return Math.max(p99, month_end_p95 ?? 0, busiest_p95)
}

function stepsDown({ cpu, memory }: Load): number {
  const most = memory ? thresholds.steps.value : 1
  let steps = 0
  while (
    steps < most &&
    busiest(cpu) * 2 ** (steps + 1) <= thresholds.cpu.value &&
    (!memory || memory.p99 * 2 ** (steps + 1) <= thresholds.memory.value)
  ) {
    steps += 1
  }
  return steps
}

function largestStep(type: string, steps: number): { type: string; halvings: number } | undefined {
  for (let halvings = steps; halvings > 0; halvings -= 1) {
    const found = smallerType(type, halvings)
    if (found) return { type: found, halvings }
  }
  return undefined
}

/**
 * Rules that find a smaller size: the smallest of the same family on which the load would still leave the headroom,
 * measured at its busiest and at the month's end, priced by the customer's own contract before any public list.
 */
import type { InventoryRow, ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule, type Rule } from '../define-rule.ts'
import { multiplyByShare } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { loadEvidence } from './format-load.ts'
import { inventoryOf, metricsOf } from './known-of.ts'
import { nameOf, percent } from './labels.ts'
import { stillThere } from './last-seen.ts'
import { metricPermissions } from './permissions.ts'
import { priceRatio, savingOfType } from './price-ratio.ts'
import { smallerType } from './sizes.ts'
import { mainRow, onDemandCost, type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface RightsizeRule {
  id: string
  title: string
  description: string
  noun: { singular: string; plural: string }
  providers: readonly Cloud[]
  /** The type of the inventory whose metrics it reads. */
  type: string
  matches(row: ResourceUse): boolean
  /** Bills name no size of an Azure SQL database; the inventory does. */
  sizeFromInventory?: true
  permissions: readonly string[]
  steps(to: string): string[]
}

const thresholds = {
  cpu: {
    label: 'Peak CPU on the smaller size (99th percentile; 95th at month end)',
    value: 80,
    unit: '% or less',
    source: 'Azure Advisor: 80% for workloads no user waits for; OptScale: 99th percentile up to 80%',
  },
  memory: {
    label: 'Memory on the smaller size, 99th percentile',
    value: 80,
    unit: '% or less',
    source: 'AWS Compute Optimizer: 20% memory headroom',
  },
  days: {
    label: 'Days measured',
    value: 14,
    unit: 'days',
    source: 'AWS Compute Optimizer: 14 days; covers each weekday twice',
  },
  steps: {
    label: 'Sizes to move down',
    value: 2,
    unit: 'sizes',
    source: 'Kept: two sizes at most, one where memory is not measured',
  },
} as const

export function defineRightsizeRule(rule: RightsizeRule): Rule {
  const { id, title, description, noun, providers, permissions } = rule
  return defineRule({
    id,
    title,
    description,
    noun,
    providers,
    needs: ['resource_usage', 'resource_metric', 'unit_price'],
    reads: { types: [rule.type], metrics: ['cpu_utilization', 'memory_utilization'], attributes: [] },
    thresholds,
    effort: 'medium',
    risk: 'medium',
    reversible: true,
    permissions: [...metricPermissions, ...permissions],
    evaluate({ resource_usage, resource_metric, unit_price, inventory = [] }, { window }) {
      const metricOf = metricsOf(resource_metric)
      const machines = usageByResource(
        rule.sizeFromInventory ? withSizes(resource_usage, inventory) : resource_usage,
        (row) => row.resource_id !== '' && row.instance_type !== '' && rule.matches(row),
      ).filter(({ lastDay }) => stillThere(lastDay, window))
      let [unmeasured, short, withoutMemory] = [0, 0, 0]
      const candidates = machines.flatMap((machine): Candidate[] => {
        const { resource_id } = machine.location
        const cpu = metricOf(resource_id, 'cpu_utilization')
        const memory = metricOf(resource_id, 'memory_utilization')
        if (!cpu) unmeasured += 1
        else if (cpu.days < thresholds.days.value) short += 1
        else {
          if (!memory) withoutMemory += 1
          return candidateFor(rule, machine, { cpu, memory }, unit_price)
        }
        return []
      })
      const all = machines.length
      const skipReasons = [
        unmeasured > 0 ? `Needs CPU metrics (${unmeasured} of ${all} ${noun.plural} have none).` : '',
        short > 0
          ? `Needs ${thresholds.days.value} days of metrics (${short} of ${all} ${noun.plural} have less).`
          : '',
        withoutMemory > 0
          ? `Needs memory metrics to move down more than one size (${withoutMemory} of ${all} ${noun.plural} have none).`
          : '',
      ].filter(Boolean)
      return { candidates, evaluatedCount: all, skipReasons }
    },
  })
}

/** Bills of AWS and Google Cloud have the size on the lines of the machine, and on no line beside it. */
const azureSqlSize = /^(?:GP|BC|HS)_/

function withSizes(rows: readonly ResourceUse[], inventory: readonly InventoryRow[]): readonly ResourceUse[] {
  const findResource = inventoryOf(inventory)
  return rows.map((row) => {
    if (row.instance_type !== '' || row.resource_id === '') return row
    const size = findResource(row.resource_id)?.size ?? ''
    return azureSqlSize.test(size) ? { ...row, instance_type: size } : row
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
  const { location } = machine
  const main = mainRow(machine.rows)
  const steps = stepsDown({ cpu, memory })
  const to = steps === 0 ? undefined : largestStep(main.instance_type, steps)
  const paid = onDemandCost(machine.rows.filter((row) => row.instance_type === main.instance_type))
  if (!to || compare(paid, '0') <= 0) return []
  const price = priceRatio(main, to.type, to.halvings, prices)
  if (price.ratio >= 1) return []
  const times = 2 ** to.halvings
  const name = nameOf(location)
  return [
    {
      location: { ...location, resource_type: location.resource_type || main.instance_type },
      part: 'machine',
      summary: `Peak CPU of ${name} is ${cpu.p99.toFixed(0)}%. Move from ${main.instance_type} to ${to.type}: ${percent(1 - price.ratio)} cheaper, with ${(100 - busiest(cpu) * times).toFixed(0)}% CPU headroom.`,
      cost: paid,
      saving: [
        ...savingOfType({ label: 'On-demand cost in the window', amount: paid, currency: location.currency }, price),
        ...(price.sure ? [] : [multiplyByShare('Price range (price assumed)', { low: 0.8, mid: 1, high: 1 })]),
      ],
      confidence: memory ? 0.85 : 0.6,
      ...(memory ? {} : { risk: 'high' as const }),
      evidence: [
        ...loadEvidence(cpu, 'cpu_utilization'),
        ...(memory ? loadEvidence(memory, 'memory_utilization') : []),
        { label: 'Change', value: `${main.instance_type} to ${to.type}` },
        { label: 'Peak CPU on the smaller size', value: `${(busiest(cpu) * times).toFixed(0)}%` },
        ...(memory
          ? [{ label: 'Memory on the smaller size', value: `${(memory.p99 * times).toFixed(0)}%` }]
          : [{ label: 'Memory', value: 'not measured; check it before you change the size' }]),
        { label: 'Smaller size price', value: percent(price.ratio), unit: 'of the current price' },
        { label: 'Price source', value: price.source },
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
  const maxSteps = memory ? thresholds.steps.value : 1
  let steps = 0
  while (
    steps < maxSteps &&
    busiest(cpu) * 2 ** (steps + 1) <= thresholds.cpu.value &&
    (!memory || memory.p99 * 2 ** (steps + 1) <= thresholds.memory.value)
  ) {
    steps += 1
  }
  return steps
}

function largestStep(type: string, steps: number): { type: string; halvings: number } | undefined {
  for (let halvings = steps; halvings > 0; halvings -= 1) {
    const smaller = smallerType(type, halvings)
    if (smaller) return { type: smaller, halvings }
  }
  return undefined
}

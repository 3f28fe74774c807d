import type { ResourceUse } from '@kept/domain/facts.ts'
import { formatTaskSize, smallestFargateSize, type TaskSize } from '@kept/domain/fargate-size.ts'
import { add, compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule, type EvaluationContext } from './define-rule.ts'
import { addCost, beginWithCost } from './reading/calculation.ts'
import {
  containerServicePermissions,
  containerServiceReads,
  containerServices,
  type MeasuredService,
  measuredServices,
} from './reading/container-services.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf } from './reading/labels.ts'
import { share } from './reading/share.ts'

const thresholds = {
  used: {
    label: 'CPU (99th percentile) and memory (peak) on the smaller size',
    value: 80,
    unit: '% or less',
    source: 'CloudFix, overprovisioned Fargate services: 80%',
  },
  least: {
    label: 'Smallest share of the current size',
    value: 25,
    unit: '%',
    source: 'Kept: a quarter at most at once, as for instances',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Services of ECS whose tasks are larger than their load needs. */
export const rightsizeContainerService = defineRule({
  id: 'rightsize-container-service',
  title: 'Oversized container service',
  description:
    'Tasks on Fargate bill for the CPU and memory that they reserve. Even at peak, the tasks of this service fit in a smaller size. The change replaces them one after another, as a deployment does.',
  noun: containerServices,
  providers: ['aws'],
  needs: ['resource_usage', 'resource_metric', 'inventory'],
  reads: containerServiceReads,
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: containerServicePermissions,
  evaluate(facts, context) {
    const { services, ...counts } = measuredServices(facts, thresholds.days.value, context)
    return { candidates: services.flatMap((service) => candidateFor(service, context)), ...counts }
  },
})

function candidateFor(service: MeasuredService, { monthly }: EvaluationContext): Candidate[] {
  const { size, usage, members, cpu, memory } = service
  const { location, rows, effective } = usage
  const to = smallerSize(service)
  const freed = to && freedCosts(rows, size, to)
  if (!to || !freed || compare(add(freed.cpu, freed.memory), '0') <= 0) return []
  const change = `${formatTaskSize(size)} to ${formatTaskSize(to)}`
  return [
    {
      ...{ location, members, cost: effective, confidence: 0.75 },
      part: 'machine',
      summary: `The tasks of ${nameOf(location)} cost ${monthly(effective, location.currency)} and fit in ${describe(to)}. They have ${describe(size)}.`,
      saving: [
        beginWithCost(`CPU cost that ends (${size.cpu} to ${to.cpu} units)`, freed.cpu, location.currency),
        addCost(`Memory cost that ends (${size.memory} to ${to.memory} MiB)`, freed.memory, location.currency),
      ],
      evidence: [
        ...loadEvidence(cpu, 'cpu_utilization'),
        ...loadEvidence(memory, 'memory_utilization'),
        { label: 'Task size', value: change },
      ],
      steps: [
        `Register the task definition with "cpu": "${to.cpu}" and "memory": "${to.memory}", and update the service to it.`,
        'Set the same size where the service is deployed from, or the next deployment sets the old one again.',
        'Compare its latency and restarts for a week. You can change back to the revision before.',
      ],
    },
  ]
}

/** Undefined where no smaller size is enough. */
function smallerSize({ item, size, cpu, memory }: MeasuredService): TaskSize | undefined {
  const headroom = thresholds.used.value / 100
  const least = thresholds.least.value / 100
  // The metrics are means over the tasks; a task that needs more memory than it has is ended, so its peak counts.
  const peakCpu = Math.max(cpu.p99, cpu.month_end_p95 ?? 0, cpu.busiest_p95) / 100
  const to = smallestFargateSize({
    cpu: Math.max((size.cpu * peakCpu) / headroom, size.cpu * least, Number(item.attributes.reserved_cpu ?? 0)),
    memory: Math.max(
      (size.memory * memory.max) / 100 / headroom,
      size.memory * least,
      Number(item.attributes.reserved_memory ?? 0),
    ),
  })
  if (!to || to.cpu > size.cpu || to.memory > size.memory) return undefined
  return to.cpu < size.cpu || to.memory < size.memory ? to : undefined
}

/** Of what is paid on demand: what a commitment covers goes on being paid. */
function freedCosts(rows: readonly ResourceUse[], from: TaskSize, to: TaskSize): { cpu: Decimal; memory: Decimal } {
  const paid = (meter: RegExp) =>
    sum(
      rows
        .filter((row) => row.commitment_id === '' && meter.test(`${row.meter} ${row.description}`))
        .map((row) => row.effective),
    )
  return {
    cpu: share(paid(/Fargate.*vCPU-?Hours/i), 1 - to.cpu / from.cpu),
    memory: share(paid(/Fargate-(?:ARM-|Windows-)?GB-?Hours/i), 1 - to.memory / from.memory),
  }
}

function describe({ cpu, memory }: TaskSize): string {
  return `${cpu / 1024} vCPU and ${memory / 1024} GB`
}

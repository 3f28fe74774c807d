import { isZero } from '@kept/foundation/decimal.ts'
import { defineRule } from './define-rule.ts'
import { fullCost } from './reading/calculation.ts'
import {
  containerServicePermissions,
  containerServiceReads,
  containerServices,
  measuredServices,
} from './reading/container-services.ts'
import { formatLoad, loadEvidence } from './reading/format-load.ts'
import { nameOf } from './reading/labels.ts'
import { onDemandCost } from './reading/usage-by-resource.ts'

const thresholds = {
  cpu: {
    label: 'CPU, 99th percentile',
    value: 1,
    unit: '% or less',
    source: 'Kept: health checks alone use less than 1% of a task',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Services of ECS whose tasks run and do nothing. */
export const idleContainerService = defineRule({
  id: 'idle-container-service',
  title: 'Idle container service',
  description:
    'Tasks on Fargate bill by the second, with or without work. The tasks of this service use almost no CPU. Scaled to zero, the service stays as it is and costs nothing.',
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
    const idle = services.filter(({ cpu }) => cpu.p99 <= thresholds.cpu.value)
    const candidates = idle.map(({ item, usage, members, cpu, memory }) => {
      const { location, effective } = usage
      const saved = onDemandCost(usage.rows)
      return {
        ...{ location, members, cost: effective, confidence: 0.7 },
        part: 'machine',
        summary: `${nameOf(location)} is idle: CPU stayed within ${formatLoad(cpu.p99, 'cpu_utilization')} for 99% of the time in ${cpu.days} days. Its tasks cost ${context.monthly(effective, location.currency)}.`,
        saving: isZero(saved) ? null : fullCost('On-demand cost of its tasks', saved, location.currency),
        evidence: [
          { label: 'Tasks', value: item.attributes.desired_count ?? 'unknown' },
          ...loadEvidence(cpu, 'cpu_utilization'),
          ...loadEvidence(memory, 'memory_utilization'),
        ],
        steps: [
          'Ask the owner whether it waits for something rare: a queue, a failover, a month end.',
          `Scale it to zero: aws ecs update-service --service ${nameOf(location)} --desired-count 0.`,
          'If no one needs it within a month, delete the service.',
        ],
      }
    })
    return { candidates, ...counts }
  },
})

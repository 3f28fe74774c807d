/**
 * Container services with what their tasks cost and use. Bills name tasks and not services: a task belongs to the service
 * that AWS wrote on it as a tag, once the owner of the bill has activated that tag for cost allocation.
 */

import type { InventoryRow, ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import { readTaskSize, type TaskSize } from '@kept/domain/fargate-size.ts'
import type { EvaluationContext, RuleReads } from '../define-rule.ts'
import { metricsOf } from './known-of.ts'
import { stillThere } from './last-seen.ts'
import { metricPermissions } from './permissions.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

export const containerServicePermissions = [
  ...metricPermissions,
  'ecs:DescribeServices',
  'ecs:DescribeTaskDefinition',
] as const

export const containerServiceReads: RuleReads = {
  types: ['Container service'],
  metrics: ['cpu_utilization', 'memory_utilization'],
  attributes: ['launch_type', 'capacity_providers', 'desired_count', 'reserved_cpu', 'reserved_memory'],
}

export const containerServices = { singular: 'container service', plural: 'container services' } as const

export interface MeasuredService {
  item: InventoryRow
  size: TaskSize
  usage: UsageOfResource
  /** The tasks on the bill. */
  members: ReadonlySet<string>
  cpu: ResourceMetric
  memory: ResourceMetric
}

interface ServiceFacts {
  resource_usage: readonly ResourceUse[]
  resource_metric: readonly ResourceMetric[]
  inventory: readonly InventoryRow[]
}

/** Those of Fargate: a task on a machine of one's own costs nothing by itself. */
export function measuredServices(
  { resource_usage, resource_metric, inventory }: ServiceFacts,
  days: number,
  { window }: Pick<EvaluationContext, 'window'>,
): { services: MeasuredService[]; evaluatedCount: number; skipReasons: string[] } {
  const listed = inventory.flatMap((item) => {
    const size = item.type === 'Container service' ? readTaskSize(item.size) : undefined
    return size && isOnFargate(item) && item.attributes.desired_count !== '0' ? [{ item, size }] : []
  })
  if (listed.length === 0) return { services: [], evaluatedCount: 0, skipReasons: [] }
  const metricOf = metricsOf(resource_metric)
  const tasks = tasksByService(resource_usage, new Set(listed.map(({ item }) => item.resource_id)))
  let [untagged, unmeasured] = [0, 0]
  const services = listed.flatMap(({ item, size }): MeasuredService[] => {
    const rows = tasks.get(item.resource_id) ?? []
    const [usage] = usageByResource(
      rows.map((row) => ({ ...row, ...identityOf(item) })),
      () => true,
    ).filter(({ lastDay }) => stillThere(lastDay, window))
    const cpu = metricOf(item.resource_id, 'cpu_utilization')
    const memory = metricOf(item.resource_id, 'memory_utilization')
    if (!usage) untagged += 1
    else if (!cpu || !memory || cpu.days < days || memory.days < days) unmeasured += 1
    else return [{ item, size, usage, members: new Set(rows.map(({ resource_id }) => resource_id)), cpu, memory }]
    return []
  })
  const skipReasons = [
    untagged > 0
      ? `Needs the cost allocation tag aws:ecs:serviceName (${untagged} of ${listed.length} services have no tasks with it on the bill).`
      : '',
    unmeasured > 0
      ? `Needs ${days} days of CPU and memory metrics (${unmeasured} of ${listed.length} services have less).`
      : '',
  ].filter(Boolean)
  return { services, evaluatedCount: listed.length, skipReasons }
}

function isOnFargate({ attributes }: InventoryRow): boolean {
  return /FARGATE/.test(`${attributes.launch_type ?? ''} ${attributes.capacity_providers ?? ''}`)
}

function identityOf({ resource_id, name }: InventoryRow) {
  return { resource_id, resource_name: name, resource_type: 'Container service' }
}

const taskId = /^(arn:aws[\w-]*:ecs:[\w-]+:\d+:)task\/(?:([\w-]+)\/)?\w+$/

/** Lines of tasks, and estimates for the service itself, by the ARN of the service. */
function tasksByService(rows: readonly ResourceUse[], services: ReadonlySet<string>): Map<string, ResourceUse[]> {
  const byService = new Map<string, ResourceUse[]>()
  for (const row of rows) {
    const service = services.has(row.resource_id) ? row.resource_id : serviceOf(row)
    if (service === undefined || !services.has(service)) continue
    const members = byService.get(service)
    if (members) members.push(row)
    else byService.set(service, [row])
  }
  return byService
}

function serviceOf({ resource_id, tags }: ResourceUse): string | undefined {
  const [, prefix, ownCluster] = taskId.exec(resource_id) ?? []
  if (prefix === undefined) return undefined
  const service = tagOf(tags, 'awsecsservicename')
  // IDs of the first years name no cluster.
  const cluster = ownCluster ?? tagOf(tags, 'awsecsclustername')
  return service && cluster ? `${prefix}service/${cluster}/${service}` : undefined
}

/** Formats of bills write "aws:ecs:serviceName" and "aws_ecs_service_name". */
function tagOf(tags: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(tags).find(([key]) => key.toLowerCase().replaceAll(/[^a-z]/g, '') === name)?.[1]
}

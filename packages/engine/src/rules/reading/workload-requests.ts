/**
 * What the containers of a workload need in place of what they request. All pods of a workload have the same requests,
 * so the one that uses most decides, and nothing is said while one of them is not measured.
 */
import type { InventoryRow, ResourceMetric } from '@kept/domain/facts.ts'
import { formatCpu, formatMemory, readQuantity } from '@kept/foundation/format/quantity.ts'
import { type MetricsOf, metricsOf } from './known-of.ts'

export interface WorkloadRequests {
  /** "Deployment/cart" */
  workload: string
  /** "500m to 200m"; the same twice where it stays. */
  cpu: string
  memory: string
}

type WorkloadRequestsOf = (resourceId: string) => WorkloadRequests | undefined

/** By the id of a container. `headroom`: percent above the highest use. */
export function workloadRequestsOf(
  inventory: readonly InventoryRow[],
  metrics: readonly ResourceMetric[],
  headroom: number,
): WorkloadRequestsOf {
  const metricOf = metricsOf(metrics)
  const containers = inventory.filter(({ type }) => type === 'Container')
  const groups = Map.groupBy(containers, groupOf)
  const groupById = new Map(containers.map((container) => [container.resource_id, groupOf(container)]))
  return (resourceId) => {
    const key = groupById.get(resourceId)
    const [first, ...others] = (key === undefined ? undefined : groups.get(key)) ?? []
    const workload = first && workloadOf(first)
    if (!first || workload === undefined) return undefined
    const all = [first, ...others]
    const cpu = changeOf(all, {
      attribute: 'cpu_request',
      metric: 'cpu_utilization',
      headroom,
      metricOf,
      format: formatCpu,
    })
    const memory = changeOf(all, {
      ...{ attribute: 'memory_request', metric: 'memory_utilization', headroom, metricOf, format: formatMemory },
    } as const)
    if (!cpu || !memory || (!cpu.isLower && !memory.isLower)) return undefined
    return { workload, cpu: cpu.value, memory: memory.value }
  }
}

/** Namespace, workload and container. */
function groupOf(container: InventoryRow): string {
  const [namespace = '', , name = ''] = container.resource_id.split('/')
  return JSON.stringify([namespace, workloadOf(container) ?? container.resource_id, name])
}

/** A Deployment's pods belong to a ReplicaSet, which has its name and a hash of letters that form no words. */
function workloadOf({ attributes }: InventoryRow): string | undefined {
  const [kind, name = ''] = (attributes.controller ?? '').split('/')
  if (kind === 'StatefulSet' || kind === 'DaemonSet') return `${kind}/${name}`
  const [, deployment] = /^(.+)-[bcdfghjklmnpqrstvwxz2456789]{6,10}$/.exec(name) ?? []
  return kind === 'ReplicaSet' && deployment !== undefined ? `Deployment/${deployment}` : undefined
}

interface Resource {
  attribute: 'cpu_request' | 'memory_request'
  metric: 'cpu_utilization' | 'memory_utilization'
  headroom: number
  metricOf: MetricsOf
  format(amount: number): string
}

/** Undefined where a pod is not measured, requests nothing, or requests something else than the others. */
function changeOf(
  containers: readonly InventoryRow[],
  { attribute, metric, headroom, metricOf, format }: Resource,
): { value: string; isLower: boolean } | undefined {
  const current = containers[0]?.attributes[attribute]
  const requested = readQuantity(current)
  if (current === undefined || requested === undefined || requested <= 0) return undefined
  if (containers.some(({ attributes }) => attributes[attribute] !== current)) return undefined
  const shares = containers.map(({ resource_id }) => {
    const load = metricOf(resource_id, metric)
    return load ? Math.max(load.p99, load.month_end_p95 ?? 0) / 100 : Number.NaN
  })
  const highest = Math.max(...shares)
  if (Number.isNaN(highest)) return undefined
  const needed = format(requested * highest * (1 + headroom / 100))
  const isLower = (readQuantity(needed) ?? 0) < requested
  return { value: `${current} to ${isLower ? needed : current}`, isLower }
}

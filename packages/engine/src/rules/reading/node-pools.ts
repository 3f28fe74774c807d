/** Node pools with what their nodes cost and use. Bills name machines; the tags on them name the cluster and the pool. */
import type { InventoryRow, ResourceMetric, ResourceUse } from '@kept/domain/facts.ts'
import type { EvaluationContext } from '../define-rule.ts'
import { cloudOf } from './cloud-of.ts'
import { inventoryOf, metricsOf } from './known-of.ts'
import { stillThere } from './last-seen.ts'
import { isMachineTime } from './machine-time.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

export interface MeasuredPool {
  item: InventoryRow
  usage: UsageOfResource
  /** The machines on the bill, and the CPU of each that is still there. */
  members: ReadonlySet<string>
  loads: readonly ResourceMetric[]
}

interface PoolFacts {
  resource_usage: readonly ResourceUse[]
  resource_metric: readonly ResourceMetric[]
  inventory: readonly InventoryRow[]
}

/** AKS runs its own services in system pools, which keep at least one node. */
export function measuredPools(
  { resource_usage, resource_metric, inventory }: PoolFacts,
  days: number,
  { window }: Pick<EvaluationContext, 'window'>,
): { pools: MeasuredPool[]; evaluatedCount: number; skipReasons: string[] } {
  const listed = inventory.flatMap((item) => {
    const key = item.type === 'Node pool' && item.attributes.mode !== 'System' ? poolKeyOf(item) : undefined
    return key !== undefined && item.attributes.nodes !== '0' ? [{ item, key }] : []
  })
  if (listed.length === 0) return { pools: [], evaluatedCount: 0, skipReasons: [] }
  const nodes = nodesByPool(resource_usage, inventory)
  const metricOf = metricsOf(resource_metric)
  let [unbilled, unmeasured] = [0, 0]
  const pools = listed.flatMap(({ item, key }): MeasuredPool[] => {
    const rows = nodes.get(key) ?? []
    const machines = usageByResource(rows, () => true).filter(({ lastDay }) => stillThere(lastDay, window))
    const [usage] = usageByResource(
      rows.map((row) => ({ ...row, ...identityOf(item) })),
      () => true,
    )
    const loads = machines.flatMap(({ location }) => metricOf(location.resource_id, 'cpu_utilization') ?? [])
    const isComplete = loads.length === machines.length && machines.length >= machinesOf(item)
    if (!usage || machines.length === 0) unbilled += 1
    else if (!isComplete || loads.some((load) => load.days < days)) unmeasured += 1
    else return [{ item, usage, loads, members: new Set(rows.map(({ resource_id }) => resource_id)) }]
    return []
  })
  const skipReasons = [
    unbilled > 0
      ? `Needs machines with the tags of their cluster and node pool (${unbilled} of ${listed.length} node pools have none on the bill).`
      : '',
    unmeasured > 0
      ? `Needs ${days} days of CPU metrics of each node (${unmeasured} of ${listed.length} node pools have less).`
      : '',
  ].filter(Boolean)
  return { pools, evaluatedCount: listed.length, skipReasons }
}

function identityOf({ resource_id, name }: InventoryRow) {
  return { resource_id, resource_name: name, resource_type: 'Node pool' }
}

/** How many machines must be on the bill. Azure bills a pool as one scale set; Google's inventory does not say. */
function machinesOf({ provider, attributes }: InventoryRow): number {
  return cloudOf(provider) === 'aws' ? Number(attributes.nodes ?? 1) : 1
}

function nodesByPool(rows: readonly ResourceUse[], inventory: readonly InventoryRow[]): Map<string, ResourceUse[]> {
  const findResource = inventoryOf(inventory)
  const byPool = new Map<string, ResourceUse[]>()
  for (const row of rows) {
    if (row.resource_id === '' || !isMachineTime(row)) continue
    // A bill has these tags only where its owner activated them.
    const key = nodeKeyOf(row, { ...row.tags, ...findResource(row.resource_id)?.tags })
    if (key === undefined) continue
    const members = byPool.get(key)
    if (members) members.push(row)
    else byPool.set(key, [row])
  }
  return byPool
}

const eksPool = /^arn:aws[\w-]*:eks:([\w-]+):(\d+):nodegroup\/([^/]+)\/([^/]+)\//
const gkePool =
  /projects\/([^/]+)\/(?:zones|locations)\/([a-z]+-[a-z]+\d+)[^/]*\/clusters\/([^/]+)\/nodePools\/([^/]+)$/
const scaleSet =
  /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/Microsoft\.Compute\/virtualMachineScaleSets\/([^/]+)$/i

/** Account, region, cluster and pool; on Azure, the group of its machines instead of the region and the cluster. */
function poolKeyOf({ resource_id, name, attributes }: InventoryRow): string | undefined {
  const [, region, account, cluster, pool] = eksPool.exec(resource_id) ?? []
  if (account) return keyOf([account, region, cluster, pool])
  const [, project, location, gkeCluster, gkeName] = gkePool.exec(resource_id) ?? []
  if (project) return keyOf([project, location, gkeCluster, gkeName])
  const [, subscription] = /^\/subscriptions\/([^/]+)\/.+\/agentPools\//i.exec(resource_id) ?? []
  return subscription && attributes.node_resource_group
    ? keyOf([subscription, attributes.node_resource_group, name])
    : undefined
}

function nodeKeyOf(
  { resource_id, sub_account_id, region }: ResourceUse,
  tags: Readonly<Record<string, string>>,
): string | undefined {
  const [, subscription, group, set = ''] = scaleSet.exec(resource_id) ?? []
  if (subscription) {
    const pool = tags['aks-managed-poolName'] ?? /^aks-(.+)-\d+-vmss$/i.exec(set)?.[1]
    return pool === undefined ? undefined : keyOf([subscription, group, pool])
  }
  const cluster = tags['eks:cluster-name'] ?? tags['goog-k8s-cluster-name']
  const pool = tags['eks:nodegroup-name'] ?? tags['goog-k8s-node-pool-name']
  return cluster && pool ? keyOf([sub_account_id, region, cluster, pool]) : undefined
}

/** Azure writes IDs in either case. */
function keyOf(parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts).toLowerCase()
}

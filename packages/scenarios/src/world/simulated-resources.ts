/** The resources of a world as its simulated clouds have them before anything is changed. */
import type { RemediationKind } from '@kept/domain/remediation.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { SimulatedResource, SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { skuOf } from './prices.ts'
import { balancerState } from './simulated-balancer.ts'
import type { Resource, World } from './world.ts'

type StateOf = (resource: Resource, item: InventoryItem | undefined) => SimulatedState
type SimulatedKind = readonly [pattern: RegExp, kind: RemediationKind, stateOf: StateOf]

/** The first group is the part of the ID that requests name. */
const kinds: readonly SimulatedKind[] = [
  [/:instance\/(i-\w+)$/, 'ec2_instance', machineState],
  [/:volume\/(vol-\w+)$/, 'ebs_volume', volumeState],
  [/:snapshot\/(snap-\w+)$/, 'ebs_snapshot', () => ({ tier: 'standard' })],
  [/:elastic-ip\/(eipalloc-\w+)$/, 'elastic_ip', addressState],
  [/:loadbalancer\/app\/([\w-]+)\/\w+$/, 'load_balancer', balancerState],
  [/^arn:aws:rds:.*:db:(.+)$/, 'rds_instance', machineState],
  [/^arn:aws:redshift:.*:cluster:(.+)$/, 'redshift_cluster', machineState],
  [/^arn:aws:s3:::(.+)$/, 's3_bucket', () => ({ lifecycle: '' })],
  [/:log-group:(.+)$/, 'log_group', () => ({ days: null })],
  [/^arn:aws:dynamodb:.*:table\/(.+)$/, 'dynamodb_table', tableState],
  [/^arn:aws:lambda:.*:function:(.+)$/, 'lambda_function', functionState],
  [/^arn:aws:sqs:.*:([^:]+)$/, 'sqs_queue', () => ({ delay: 0 })],
  [/^(\/subscriptions\/.*\/virtualMachines\/[^/]+)$/i, 'virtual_machine', machineState],
  [/^(\/subscriptions\/.*\/publicIPAddresses\/[^/]+)$/i, 'public_ip_address', publicAddressState],
  [/(projects\/[^/]+\/zones\/[^/]+\/instances\/[^/]+)$/, 'compute_instance', machineState],
  [/(projects\/[^/]+\/regions\/[^/]+\/addresses\/[^/]+)$/, 'static_address', staticAddressState],
]

/** Those that Kept can change. */
export function simulatedResources(world: Pick<World, 'resources' | 'inventory'>): SimulatedResource[] {
  const items = new Map(world.inventory.map((item) => [item.resource_id, item]))
  return world.resources.flatMap((resource) => {
    for (const [pattern, kind, stateOf] of kinds) {
      const [, address] = pattern.exec(resource.id) ?? []
      if (address === undefined) continue
      const state = stateOf(resource, items.get(resource.id))
      // Azure reads its IDs in any case.
      return [{ id: resource.id, kind, address: address.startsWith('/') ? address.toLowerCase() : address, state }]
    }
    return []
  })
}

function machineState({ charges }: Resource): SimulatedState {
  return { running: true, type: charges.map(({ sku }) => skuOf(sku).instanceType ?? '').find(Boolean) ?? '' }
}

/** AWS gives a function 128 MB unless it is told otherwise. */
function functionState(_resource: Resource, item: InventoryItem | undefined): SimulatedState {
  return { reserved: null, memory: Number(item?.attributes.memory_mb ?? 128) }
}

function volumeState({ charges, availabilityZone, tags }: Resource, item: InventoryItem | undefined): SimulatedState {
  const [charge] = charges
  const type = charge?.sku.replace('ebs ', '') ?? 'gp3'
  const performance = type === 'gp3' ? { iops: 3_000, throughput: 125 } : { iops: 0, throughput: 0 }
  // A gigabyte-month is charged a thirtieth at a time.
  const size = Math.round((charge?.units ?? 0) * 30)
  const attached = item?.state !== 'available'
  return { exists: true, attached, backup: false, type, size, availabilityZone, tags, ...performance }
}

function addressState({ charges, key, tags }: Resource): SimulatedState {
  const associated = !charges.some(({ sku }) => sku === 'idle address')
  return { allocated: true, associated, address: addressOf(key), tags }
}

function publicAddressState({ key, region, tags }: Resource, item: InventoryItem | undefined): SimulatedState {
  const inUse = item?.state !== 'unassociated' && { ipConfiguration: { id: 'ipconfig1' } }
  const properties = {
    ...{ publicIPAllocationMethod: 'Static', publicIPAddressVersion: 'IPv4', idleTimeoutInMinutes: 4 },
    ...{ ipAddress: addressOf(key), resourceGuid: guidOf(key), ...inUse },
  }
  const document = { location: region.id, sku: { name: 'Standard', tier: 'Regional' }, tags, properties }
  return { allocated: true, document: JSON.stringify(document) }
}

/** Google charges an address under this name only while nothing uses it. */
function staticAddressState({ charges, key }: Resource): SimulatedState {
  const associated = !charges.some(({ sku }) => sku === 'static ip')
  return { allocated: true, associated, ip: addressOf(key), tier: 'PREMIUM' }
}

/** What Azure calls this very resource: one that is made again has another one. */
function guidOf(key: number): string {
  return `5a7e11ce-0000-4000-8000-${(key >>> 0).toString(16).padStart(12, '0')}`
}

/** Of the range that is reserved for documentation. */
function addressOf(key: number): string {
  return `203.0.113.${(key >>> 0) % 254}`
}

/** Half of the units for reads and half for writes. */
function tableState({ charges }: Resource): SimulatedState {
  const units = charges.find(({ sku }) => sku === 'dynamo provisioned')?.units
  if (units === undefined) return { on_demand: true, read: 0, write: 0 }
  const perHour = Math.round(units / 24 / 2)
  return { on_demand: false, read: perHour, write: perHour }
}

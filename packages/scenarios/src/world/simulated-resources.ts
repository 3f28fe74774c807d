/** The resources of a world as its simulated clouds have them before anything is changed. */
import type { RemediationKind } from '@kept/domain/remediation.ts'
import type { SimulatedResource, SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { skuOf } from './prices.ts'
import type { Resource, World } from './world.ts'

type SimulatedKind = readonly [pattern: RegExp, kind: RemediationKind, stateOf: (resource: Resource) => SimulatedState]

/** The first group is the part of the ID that requests name. */
const kinds: readonly SimulatedKind[] = [
  [/:instance\/(i-\w+)$/, 'ec2_instance', (resource) => ({ running: true, type: typeOf(resource) })],
  [/:volume\/(vol-\w+)$/, 'ebs_volume', volumeState],
  [/:snapshot\/(snap-\w+)$/, 'ebs_snapshot', () => ({ tier: 'standard' })],
  [/:elastic-ip\/(eipalloc-\w+)$/, 'elastic_ip', addressState],
  [/^arn:aws:rds:.*:db:(.+)$/, 'rds_instance', (resource) => ({ running: true, type: typeOf(resource) })],
  [/^arn:aws:s3:::(.+)$/, 's3_bucket', () => ({ lifecycle: '' })],
  [/:log-group:(.+)$/, 'log_group', () => ({ days: null })],
  [/^arn:aws:dynamodb:.*:table\/(.+)$/, 'dynamodb_table', tableState],
  [/^arn:aws:lambda:.*:function:(.+)$/, 'lambda_function', () => ({ reserved: null })],
  [/^arn:aws:sqs:.*:([^:]+)$/, 'sqs_queue', () => ({ delay: 0 })],
  [/^(\/subscriptions\/.*\/virtualMachines\/[^/]+)$/i, 'virtual_machine', () => ({ running: true })],
  [/(projects\/[^/]+\/zones\/[^/]+\/instances\/[^/]+)$/, 'compute_instance', () => ({ running: true })],
]

/** Those that Kept can change. */
export function simulatedResources(world: Pick<World, 'resources' | 'inventory'>): SimulatedResource[] {
  const states = new Map(world.inventory.map(({ resource_id, state }) => [resource_id, state]))
  return world.resources.flatMap((resource) => {
    for (const [pattern, kind, stateOf] of kinds) {
      const [, address] = pattern.exec(resource.id) ?? []
      if (address === undefined) continue
      const isAttached = kind === 'ebs_volume' && states.get(resource.id) !== 'available'
      const state = { ...stateOf(resource), ...(isAttached && { attached: true }) }
      return [{ id: resource.id, kind, address: kind === 'virtual_machine' ? address.toLowerCase() : address, state }]
    }
    return []
  })
}

function typeOf({ charges }: Resource): string {
  return charges.map(({ sku }) => skuOf(sku).instanceType ?? '').find(Boolean) ?? ''
}

function volumeState({ charges, availabilityZone, tags }: Resource): SimulatedState {
  const [charge] = charges
  const type = charge?.sku.replace('ebs ', '') ?? 'gp3'
  const performance = type === 'gp3' ? { iops: 3_000, throughput: 125 } : { iops: 0, throughput: 0 }
  // A gigabyte-month is charged a thirtieth at a time.
  const size = Math.round((charge?.units ?? 0) * 30)
  return { exists: true, attached: false, backup: false, type, size, availabilityZone, tags, ...performance }
}

function addressState({ charges, key, tags }: Resource): SimulatedState {
  const associated = !charges.some(({ sku }) => sku === 'idle address')
  return { allocated: true, associated, address: `203.0.113.${(key >>> 0) % 254}`, tags }
}

/** Half of the units for reads and half for writes. */
function tableState({ charges }: Resource): SimulatedState {
  const units = charges.find(({ sku }) => sku === 'dynamo provisioned')?.units
  if (units === undefined) return { on_demand: true, read: 0, write: 0 }
  const perHour = Math.round(units / 24 / 2)
  return { on_demand: false, read: perHour, write: perHour }
}

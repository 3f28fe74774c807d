/** A world in which resources were changed: what its bill charges from then on. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { stored, used } from './charges.ts'
import { type SkuName, skuNames, skuOf } from './prices.ts'
import type { Charge, Resource, World } from './world.ts'

/** The new states by resource ID. All days are charged as if it had been so always: emit only the days since. */
export function withChanges(world: World, changes: ReadonlyMap<string, SimulatedState>): World {
  if (changes.size === 0) return world
  return {
    ...world,
    resources: world.resources.flatMap((resource) => {
      const state = changes.get(resource.id)
      return state === undefined
        ? [resource]
        : [{ ...resource, charges: chargesIn(resource, state) }, ...backupOf(resource, state)]
    }),
  }
}

function chargesIn(resource: Resource, state: SimulatedState): Charge[] {
  const { charges } = resource
  if (state.exists === false || state.allocated === false || state.reserved === 0) return []
  const isOn = state.running !== false
  return charges.flatMap((charge) => {
    if (!isOn && !isStorage(charge)) return []
    return changedCharge(charge, state)
  })
}

function changedCharge(charge: Charge, state: SimulatedState): Charge[] {
  const { instanceType } = skuOf(charge.sku)
  if (typeof state.type === 'string' && instanceType !== undefined && state.type !== instanceType)
    return [{ ...uncovered(charge), sku: skuOfType(charge.sku, state.type) }]
  if (charge.sku === 'ebs gp2' && state.type === 'gp3') return [{ ...charge, sku: 'ebs gp3' }]
  if (charge.sku === 'ebs snapshot' && state.tier === 'archive') return [{ ...charge, sku: 'ebs snapshot archive' }]
  // What the table is asked for is a small part of what was provisioned.
  if (charge.sku === 'dynamo provisioned' && state.on_demand === true) return [used('dynamo reads', charge.units / 100)]
  return [charge]
}

/** A stopped database is billed for its storage. */
function isStorage({ sku }: Charge): boolean {
  return /GB|IOPS/i.test(skuOf(sku).unit)
}

/** Another size is not what the commitment was bought for. */
function uncovered({ covered: _, ...charge }: Charge): Charge {
  return charge
}

/** The price of another type, charged in the same way; the same price where the list has none. */
function skuOfType(name: SkuName, type: string): SkuName {
  const { meter } = skuOf(name)
  const expectedMeter = meter.replace(/:.*$/, `:${type}`)
  return skuNames.find((other) => skuOf(other).meter === expectedMeter) ?? name
}

/** The snapshot that is left of a deleted volume. */
function backupOf(resource: Resource, state: SimulatedState): Resource[] {
  if (state.exists !== false || state.backup !== true) return []
  const id = resource.id.replace(/volume\/vol-/, 'snapshot/snap-')
  const charges = [stored('ebs snapshot', Number(state.size))]
  return [{ ...resource, id, name: `${resource.name}-backup`, type: 'EBS snapshot', charges }]
}

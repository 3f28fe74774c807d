/** A world in which resources were changed: what its bill charges from then on. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { stored, used } from './charges.ts'
import { skuNames, skuOf } from './prices.ts'
import type { Sku } from './sku.ts'
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
        : [
            { ...resource, charges: chargesIn(resource, state, memoryOf(world, resource)) },
            ...backupOf(resource, state),
          ]
    }),
  }
}

/** In MB, of a function before it was changed. */
function memoryOf({ inventory }: World, { id }: Resource): number {
  return Number(inventory.find(({ resource_id }) => resource_id === id)?.attributes.memory_mb ?? 128)
}

function chargesIn(resource: Resource, state: SimulatedState, memory: number): Charge[] {
  const { charges } = resource
  if (state.exists === false || state.allocated === false || state.reserved === 0) return []
  const isOn = state.running !== false
  return charges.flatMap((charge) => {
    if (!isOn && !isStorage(charge)) return []
    return changedCharge(charge, state, memory)
  })
}

function changedCharge(charge: Charge, state: SimulatedState, memory: number): Charge[] {
  const { instanceType } = skuOf(charge.sku)
  if (typeof state.type === 'string' && instanceType !== undefined && state.type !== instanceType)
    return [chargeOfType(charge, instanceType, state.type)]
  if (charge.sku === 'ebs gp2' && state.type === 'gp3') return [{ ...charge, sku: 'ebs gp3' }]
  if (charge.sku === 'ebs snapshot' && state.tier === 'archive') return [{ ...charge, sku: 'ebs snapshot archive' }]
  // What the table is asked for is a small part of what was provisioned.
  if (charge.sku === 'dynamo provisioned' && state.on_demand === true) return [used('dynamo reads', charge.units / 100)]
  // Its objects are older than the rule asks for.
  if (charge.sku === 's3 storage' && typeof state.lifecycle === 'string' && /<Transition>/.test(state.lifecycle))
    return [{ ...charge, sku: 's3 infrequent access' }]
  if (charge.sku === 'logs kept' && typeof state.days === 'number') return [chargeSince(charge, state.days)]
  if (charge.sku === 'lambda seconds' && typeof state.memory === 'number')
    return [{ ...charge, units: (charge.units * state.memory) / memory }]
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

/** At the price of another type, charged in the same way; at the same price where the list has none. */
function chargeOfType(charge: Charge, from: string, to: string): Charge {
  const sku = skuOf(charge.sku)
  const isOther = (other: Sku) =>
    other.instanceType === to && other.service === sku.service && meterForm(other) === meterForm(sku)
  const name = skuNames.find((candidate) => isOther(skuOf(candidate)))
  if (name !== undefined) return { ...uncovered(charge), sku: name }
  // Google charges for cores and memory: the number at the end of a type says how much of both it has.
  const [ofBefore, ofAfter] = [from, to].map((type) => /^(.+)-(\d+)$/.exec(type) ?? [])
  if (ofBefore?.[1] === undefined || ofBefore[1] !== ofAfter?.[1]) return charge
  return { ...uncovered(charge), units: (charge.units * Number(ofAfter[2])) / Number(ofBefore[2]) }
}

/** A meter without the type in it, which Azure writes as in "D8s v5". */
function meterForm({ meter, instanceType = '' }: Sku): string {
  return meter.replace(instanceType, '').replace(instanceType.replace(/^Standard_/, '').replaceAll('_', ' '), '')
}

/** Of logs that grow by the day, only those of the last days are left. */
function chargeSince(charge: Charge, days: number): Charge {
  if (charge.shape?.is !== 'stock') return charge
  return { ...charge, units: charge.units * (1 - (1 + charge.shape.perDay) ** -days) }
}

/** The snapshot that is left of a deleted volume. */
function backupOf(resource: Resource, state: SimulatedState): Resource[] {
  if (state.exists !== false || state.backup !== true) return []
  const id = resource.id.replace(/volume\/vol-/, 'snapshot/snap-')
  const charges = [stored('ebs snapshot', Number(state.size))]
  return [{ ...resource, id, name: `${resource.name}-backup`, type: 'EBS snapshot', charges }]
}

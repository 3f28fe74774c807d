/** One hour of usage, covered by the active commitments: reservations first, then savings plans. */
import { amountOf } from '../bill/amount.ts'
import { type ProductKey, products } from './products.ts'
import type { Reservation, SampleCommitment, SampleResource, SampleWorld, SavingsPlan } from './world.ts'

/** How usage is paid. */
export type PurchaseModel = 'on_demand' | 'spot' | 'reservation' | 'savings_plan'

export interface HourOfUse {
  resource: SampleResource
  product: ProductKey
  canBeCovered: boolean
}

/** A part of an hour of usage with a single kind of payment. */
interface PaidUse {
  resource: SampleResource
  product: ProductKey
  model: PurchaseModel
  commitment?: SampleCommitment
  quantity: number
  list: bigint
  contracted: bigint
  billed: bigint
  amortized: bigint
  amortizedUpfront: bigint
}

interface HourOfCommitment {
  commitment: SampleCommitment
  quantity: number
  unusedQuantity: number
  upfront: bigint
  recurring: bigint
  unusedUpfront: bigint
  unusedRecurring: bigint
}

const million = 1_000_000

export function applyCommitments(
  world: SampleWorld,
  hour: number,
  uses: readonly HourOfUse[],
): { used: PaidUse[]; commitments: HourOfCommitment[] } {
  // The part of each usage that is not covered yet, in millionths of an hour.
  const remaining = new Map(uses.map((use) => [use, million]))
  const used: PaidUse[] = []
  const commitments: HourOfCommitment[] = []
  const inForce = world.commitments.filter(({ from, until }) => hour >= from && hour < until)
  for (const commitment of inForce) {
    if (commitment.kind === 'reservation') {
      const result = applyReservation(world, commitment, uses, remaining)
      used.push(...result.used)
      commitments.push(result.hour)
    }
  }
  for (const commitment of inForce) {
    if (commitment.kind === 'savings_plan') {
      const result = applySavingsPlan(world, commitment, uses, remaining)
      used.push(...result.used)
      commitments.push(result.hour)
    }
  }
  for (const [use, quantity] of remaining) if (quantity > 0) used.push(payItself(world, use, quantity))
  return { used, commitments }
}

function applyReservation(
  world: SampleWorld,
  commitment: Reservation,
  uses: readonly HourOfUse[],
  remaining: Map<HourOfUse, number>,
): { used: PaidUse[]; hour: HourOfCommitment } {
  const used: PaidUse[] = []
  for (const use of uses) {
    if (used.length === commitment.count) break
    if (!use.canBeCovered || use.product !== commitment.product || !sameCurrency(use, commitment)) continue
    if (remaining.get(use) !== million) continue
    remaining.set(use, 0)
    const upfront = netOf(world, commitment.upfrontPerHour, million)
    const recurring = netOf(world, commitment.recurringPerHour, million)
    used.push({
      ...payItself(world, use, million),
      model: 'reservation',
      commitment,
      billed: 0n,
      amortized: upfront + recurring,
      amortizedUpfront: upfront,
    })
  }
  const quantity = commitment.count * million
  const unusedQuantity = quantity - used.length * million
  return {
    used,
    hour: {
      commitment,
      quantity,
      unusedQuantity,
      upfront: netOf(world, commitment.upfrontPerHour, quantity),
      recurring: netOf(world, commitment.recurringPerHour, quantity),
      unusedUpfront: netOf(world, commitment.upfrontPerHour, unusedQuantity),
      unusedRecurring: netOf(world, commitment.recurringPerHour, unusedQuantity),
    },
  }
}

function applySavingsPlan(
  world: SampleWorld,
  commitment: SavingsPlan,
  uses: readonly HourOfUse[],
  remaining: Map<HourOfUse, number>,
): { used: PaidUse[]; hour: HourOfCommitment } {
  const upfront = netOf(world, commitment.upfrontPerHour, million)
  const recurring = netOf(world, commitment.recurringPerHour, million)
  const total = upfront + recurring
  const used: PaidUse[] = []
  let remainingCost = total
  for (const use of uses) {
    const open = remaining.get(use) ?? 0
    if (remainingCost === 0n || open === 0 || !use.canBeCovered || !sameCurrency(use, commitment)) continue
    const { price } = products[use.product]
    const rate = amountOf(price, 1, commitment.ratePercent, 100 - world.discountPercent)
    // The last usage is covered in part: as many millionths of its hour as the commitment still pays.
    const quantity = Math.min(open, Number(remainingCost / rate))
    if (quantity === 0) continue
    const amortized = rate * BigInt(quantity)
    remainingCost -= amortized
    remaining.set(use, open - quantity)
    used.push({
      ...payItself(world, use, quantity),
      model: 'savings_plan',
      commitment,
      billed: 0n,
      amortized,
      amortizedUpfront: (amortized * upfront) / total,
    })
  }
  return {
    used,
    hour: {
      commitment,
      quantity: million,
      unusedQuantity: Math.round((Number(remainingCost) / Number(total)) * million),
      upfront,
      recurring,
      unusedUpfront: (remainingCost * upfront) / total,
      unusedRecurring: remainingCost - (remainingCost * upfront) / total,
    },
  }
}

/** Usage at its own price: on demand or spot. */
function payItself(world: SampleWorld, { resource, product }: HourOfUse, quantity: number): PaidUse {
  const { price } = products[product]
  const billed = resource.spot
    ? amountOf(price, quantity, world.spotPercent)
    : amountOf(price, quantity, 100 - world.discountPercent)
  return {
    resource,
    product,
    model: resource.spot ? 'spot' : 'on_demand',
    quantity,
    list: amountOf(price, quantity),
    contracted: billed,
    billed,
    amortized: billed,
    amortizedUpfront: 0n,
  }
}

/** A price for so many millionths of its unit, after the contract's discount. */
function netOf(world: SampleWorld, price: string, quantity: number): bigint {
  return amountOf(price, quantity, 100 - world.discountPercent)
}

function sameCurrency({ resource }: HourOfUse, { account }: SampleCommitment): boolean {
  return resource.account.currency === account.currency
}

/**
 * Splits a month's savings and fee over groups, such as teams. What an action saved belongs to the group of its resource;
 * what belongs to none, such as a commitment, is split by the groups' spend. The parts always add up to the whole.
 */
import { type Decimal, isNegative, toPlaces } from '@kept/foundation/decimal.ts'
import { splitByWeight } from '../savings/month/split.ts'

export interface AllocatedAction {
  /** The group of its resource; null: it belongs to all of them. */
  readonly group: string | null
  readonly savedNano: bigint
  readonly feeMinor: bigint
}

interface GroupShare {
  readonly group: string
  readonly savedNano: bigint
  readonly feeMinor: bigint
}

/** The group of what has no group. */
export const unallocated = ''

/**
 * Every group that has spend or an action, those with spend first and in their order. Without any spend, what belongs to
 * all groups is not allocated.
 */
export function allocateFees(actions: readonly AllocatedAction[], spend: ReadonlyMap<string, Decimal>): GroupShare[] {
  const ofGroups = actions.filter(({ group }) => group !== null)
  const shared = sumOf(actions.filter(({ group }) => group === null))
  const own = Map.groupBy(ofGroups, ({ group }) => group ?? unallocated)
  const groups = [...new Set([...spend.keys(), ...own.keys()])]
  const weights = groups.map((group) => weightOf(spend.get(group) ?? '0'))
  const hasWeight = weights.some((weight) => weight > 0n)
  if (!hasWeight && !groups.includes(unallocated) && (shared.savedNano !== 0n || shared.feeMinor !== 0n))
    groups.push(unallocated)
  const split = (amount: bigint) =>
    hasWeight ? splitByWeight(amount, weights) : groups.map((group) => (group === unallocated ? amount : 0n))
  const [savings, fees] = [split(shared.savedNano), split(shared.feeMinor)]
  return groups.map((group, index) => {
    const { savedNano, feeMinor } = sumOf(own.get(group) ?? [])
    return { group, savedNano: savedNano + (savings[index] ?? 0n), feeMinor: feeMinor + (fees[index] ?? 0n) }
  })
}

function sumOf(actions: readonly AllocatedAction[]) {
  return actions.reduce(
    (sum, { savedNano, feeMinor }) => ({ savedNano: sum.savedNano + savedNano, feeMinor: sum.feeMinor + feeMinor }),
    { savedNano: 0n, feeMinor: 0n },
  )
}

/** Nano-units; credits of a provider give a group no weight. */
function weightOf(spend: Decimal): bigint {
  return isNegative(spend) ? 0n : BigInt(toPlaces(spend, 9).replace('.', ''))
}

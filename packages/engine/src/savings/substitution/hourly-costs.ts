/** What resources cost hour by hour, in whole nano-units: the measure that all kinds of capacity share. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { exactReader, type Nano, toNano } from '../exact.ts'

export type HourlyCosts = ReadonlyMap<Hour, Nano>

/** Contracted cost; a line of a day is spread over its hours, the remainder in the first. Idle commitments are no use. */
export function hourlyCosts(lines: readonly SavingsLine[], read = exactReader()): Map<Hour, Nano> {
  const costs = new Map<Hour, Nano>()
  for (const { hour, hours, contracted, status } of lines) {
    if (status === 'Unused') continue
    spread(costs, hour, hours, toNano(read(contracted)))
  }
  return costs
}

export function spread(costs: Map<Hour, Nano>, hour: Hour, hours: number, amount: Nano): void {
  const count = Math.max(1, hours)
  const hourlyAmount = amount / BigInt(count)
  for (let index = 0; index < count; index += 1) {
    const share = index === 0 ? amount - hourlyAmount * BigInt(count - 1) : hourlyAmount
    costs.set(hour + index, (costs.get(hour + index) ?? 0n) + share)
  }
}

/** 0 is Monday's first hour in UTC; 1970 began on a Thursday. */
export function hourOfWeek(hour: Hour): number {
  return (hour + 72) % 168
}

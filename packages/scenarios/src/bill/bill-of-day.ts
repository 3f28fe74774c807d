/** The bill of one day, in which resources were changed. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { epochMs } from '@kept/foundation/calendar/instant.ts'
import { withChanges } from '../world/with-changes.ts'
import type { BillingAccount, World } from '../world/world.ts'
import { billOf } from './bill-of.ts'
import type { BillRow } from './row.ts'

export interface WorldChange {
  resourceId: string
  state: SimulatedState
  /** An ISO instant in UTC. */
  since: string
}

const hourMs = 3_600_000

interface DayOrder {
  day: string
  /** Oldest first. */
  changes: readonly WorldChange[]
}

/**
 * An hour is charged as its resource was when it began. What is charged by the day is charged as it was when the day
 * ended. A month's tax and fees are not of one day, and left out.
 */
export function* billOfDay(world: World, account: BillingAccount, { day, changes }: DayOrder): Generator<BillRow> {
  const index = world.days.findIndex(({ date }) => date === day)
  // What ended before is not charged, and what began before need not be counted again.
  const ofDay = {
    ...world,
    resources: world.resources
      .filter(({ to }) => to > index)
      .map((resource) => ({ ...resource, from: Math.max(resource.from, index) })),
  }
  const dayEnd = `${world.days[index]?.next ?? ''}T00:00:00Z`
  const applied = changes.filter(({ since }) => since < dayEnd)
  const changed = withChanges(ofDay, statesOf(applied))
  const changedAt = new Map(applied.map(({ resourceId, since }) => [resourceId, since]))
  const before = withChanges(ofDay, statesOf(applied.filter(({ since }) => since < day)))
  for (const row of rowsOf(changed, account, day)) {
    const at = changedAt.get(row.fixed.ResourceId ?? '')
    if (at === undefined || isDaily(row) || startOf(row) >= at) yield row
  }
  for (const row of rowsOf(before, account, day)) {
    const at = changedAt.get(row.fixed.ResourceId ?? '')
    if (at !== undefined && !isDaily(row) && startOf(row) < at) yield row
  }
}

function statesOf(changes: readonly WorldChange[]): Map<string, SimulatedState> {
  return new Map(changes.map(({ resourceId, state }) => [resourceId, state]))
}

function* rowsOf(world: World, account: BillingAccount, day: string): Generator<BillRow> {
  for (const row of billOf(world, account)) if (startOf(row).startsWith(day) && isUsage(row)) yield row
}

function startOf({ varying, fixed }: BillRow): string {
  return varying.ChargePeriodStart ?? fixed.ChargePeriodStart ?? ''
}

function isDaily(row: BillRow): boolean {
  const end = row.varying.ChargePeriodEnd ?? row.fixed.ChargePeriodEnd ?? ''
  return epochMs(end) - epochMs(startOf(row)) > hourMs
}

/** Tax is calculated for a month. */
function isUsage({ fixed, varying }: BillRow): boolean {
  return (varying.ChargeCategory ?? fixed.ChargeCategory) !== 'Tax'
}

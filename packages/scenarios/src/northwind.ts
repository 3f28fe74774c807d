/** The demo organization: a realistic retailer in three clouds, with waste of known size. */
import { addDays } from '@kept/foundation/calendar/day.ts'
import { buildWorld } from './world/builder.ts'
import { calendar } from './world/calendar.ts'
import { describeAdjustments, describeCommitments, taxPercent } from './world/northwind-commitments.ts'
import { describeDone } from './world/northwind-done.ts'
import { describeKnown } from './world/northwind-known.ts'
import { accounts, billingAccounts, teams } from './world/northwind-places.ts'
import { describeProduction } from './world/northwind-production.ts'
import { describeWaste } from './world/northwind-waste.ts'
import type { World } from './world/world.ts'

interface NorthwindOptions {
  /** The first day that is not billed: today, for a demo that ends yesterday. */
  until: string
  days: number
  seed: string
}

/** The demo: fixed length and seed. */
export const demoOptions = { days: 214, seed: 'northwind' } as const

/** Northwind over the `days` before `until`. The same options give the same world. */
export function northwind({ until, days, seed }: NorthwindOptions): World {
  const firstDay = addDays(until, -days)
  const fixed = { billingAccounts, accounts: Object.values(accounts), teams: Object.values(teams), taxPercent }
  return buildWorld({ name: 'Northwind Demo', seed, firstDay, days }, fixed, (world) => {
    describeProduction(world)
    describeCommitments(world)
    describeAdjustments(world, calendar(firstDay, days))
    describeWaste(world)
    describeDone(world)
    describeKnown(world, until)
  })
}

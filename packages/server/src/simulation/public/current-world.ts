/** The world of the demo as its bill has it: the simulated clouds hold the same resources. */
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../../platform/context.ts'

interface Days {
  firstDay: string
  /** The first day that is not billed. */
  until: string
}

/** Without a bill, the days that it will have. */
export async function demoDays({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<Days> {
  const { availableSpan } = await currentLedger(state.database, scope)
  if (availableSpan) return { firstDay: availableSpan.from, until: availableSpan.to }
  const until = utcDay(now())
  return { firstDay: addDays(until, -demoOptions.days), until }
}

const worlds = new Map<string, World>()
/** Visits that are a day ahead have a world of their own. */
const maxWorlds = 4

/** Building one takes tens of milliseconds, so the last ones are kept. */
export function worldOf({ firstDay, until }: Days): World {
  const key = `${firstDay} ${until}`
  const world = worlds.get(key) ?? northwind({ ...demoOptions, until, days: daysBetween(firstDay, until) })
  worlds.delete(key)
  worlds.set(key, world)
  const [oldest] = worlds.keys()
  if (worlds.size > maxWorlds && oldest !== undefined) worlds.delete(oldest)
  return world
}

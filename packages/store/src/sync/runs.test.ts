/** What the requests of a connection cost stays below its limit, and the months of a reseller fit into one question. */
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { getSyncConnection, setApiCostLimit } from './connections.ts'
import { loadedElsewhere } from './exports.ts'
import { beginRun, spendWithinLimit } from './runs.ts'
import { connect } from './testing/connect.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('lets one of two imports spend what is left, and takes back what was not spent', async () => {
  const { database, scope } = world
  const id = await connect(world, 'gcp', new Date())
  await setApiCostLimit(database, scope, id, '0.01')
  await beginRun(database, scope, id, { startedBy: 'Ana', now: new Date() })
  const spend = (nanos: number) => spendWithinLimit(database, scope, id, nanos)
  const spent = async () => (await getSyncConnection(database, scope, id)).api_cost_this_month
  const both = await Promise.all([spend(6_000_000), spend(6_000_000), spend(6_000_000)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await spent()).toBe('0.006')
  expect(await spend(-5_000_000)).toBe(true)
  expect(await spent()).toBe('0.001')
  expect(await spend(9_000_000)).toBe(true)
  expect(await spend(1)).toBe(false)
  expect(await spent()).toBe('0.01')
})

it('asks for the months of more accounts than a statement may have parameters', async () => {
  const { database, scope } = world
  const months = Array.from({ length: 36 * 1000 }, (_, index) => ({
    month: addMonths('2023-01', index % 36),
    account: `account-${Math.floor(index / 36)}`,
  }))
  expect(await loadedElsewhere(database, scope, { address: 'bigquery://shop-billing', months })).toBeUndefined()
})

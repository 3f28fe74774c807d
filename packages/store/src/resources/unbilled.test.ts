/** What is estimated without a bill: nothing of a provider that a bill names, in whichever spelling. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { readUnbilled } from './unbilled.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A row of an inventory, or of a bill. */
async function add(provider: string, id: string, inBill: boolean): Promise<void> {
  const { database, scope } = world
  await database.scoped(scope, (tx) =>
    sql`INSERT INTO resource (organization_id, provider, resource_id, in_bill, in_inventory)
      VALUES (${scope.organizationId}::uuid, ${provider}, ${id}, ${inBill}, ${!inBill})`.execute(tx),
  )
}

it('leaves out a provider from its first bill on, before its inventory is read again', async () => {
  await add('AWS', 'i-1', false)
  await add('Microsoft', 'vm-1', false)
  const unbilled = async () => (await readUnbilled(world.database, world.scope)).map(({ resource_id }) => resource_id)
  expect(await unbilled()).toEqual(['i-1', 'vm-1'])
  await add('Amazon Web Services', 'i-1', true)
  expect(await unbilled()).toEqual(['vm-1'])
  expect(await readUnbilled(world.database, world.otherScope)).toEqual([])
})

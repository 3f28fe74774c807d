import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { providerSpellings } from './provider-spelling.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.database.scoped(world.scope, (tx) => tx.deleteFrom('resource').execute()))
afterAll(() => world.close())

/** Puts resources on the bill, or in the inventory alone. */
async function add(provider: string, count: number, isBilled = true): Promise<void> {
  await world.database.scoped(world.scope, (tx) =>
    sql`INSERT INTO resource (organization_id, provider, resource_id, in_bill, in_inventory)
      SELECT ${world.scope.organizationId}::uuid, ${provider}, number::text, ${isBilled}, ${!isBilled}
      FROM generate_series(1, ${count}::int) AS number`.execute(tx),
  )
}

async function spellingOf(provider: string): Promise<string> {
  const spelling = await world.database.scoped(world.scope, providerSpellings)
  return spelling(provider)
}

it('spells a provider as the bills do', async () => {
  expect(await spellingOf('aws')).toBe('AWS')
  await add('Amazon Web Services', 2)
  await add('Google', 1)
  await add('Oracle Cloud', 3, false)
  expect(await spellingOf('aws')).toBe('Amazon Web Services')
  expect(await spellingOf('gcp')).toBe('Google')
  // An inventory is no bill.
  expect(await spellingOf('oci')).toBe('Oracle')
})

it('takes the spelling that most resources of a cloud have', async () => {
  await add('AWS', 1)
  await add('Amazon', 2)
  await add('Microsoft', 5)
  expect(await spellingOf('aws')).toBe('Amazon')
  expect(await spellingOf('AWS')).toBe('AWS')
  expect(await spellingOf('azure')).toBe('Microsoft')
})

/** Search texts of an organization far larger than any the database has statistics about. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScopedTransaction } from '../database/connect.ts'
import { openWorld, type World } from '../testing/world.ts'
import { refreshResourceSearchText } from './refresh-search-text.ts'

const resourceCount = 50_000
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const insertResources = (tx: ScopedTransaction, { organizationId }: Scope, count: number) =>
  sql`INSERT INTO resource (organization_id, provider, resource_id)
    SELECT ${organizationId}::uuid, 'Cloud', 'machine-' || n FROM generate_series(1, ${count}::int) AS n`.execute(tx)

async function countTexts(tx: ScopedTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM resource_search_text`.execute(tx)
  return rows[0]?.count ?? 0
}

it('are compared with the resources in one pass', async () => {
  const { database, scope, otherScope } = world
  await database.scoped(otherScope, async (tx) => {
    await insertResources(tx, otherScope, 2_000)
    await refreshResourceSearchText(tx)
  })
  const owner = await world.openOwner()
  for (const table of ['resource', 'resource_search_text']) await owner.query(`VACUUM ANALYZE ${table}`)
  await owner.end()
  await database.scoped(scope, async (tx) => {
    await insertResources(tx, scope, resourceCount)
    await refreshResourceSearchText(tx)
    await sql`DELETE FROM resource WHERE resource_id = 'machine-1'`.execute(tx)
    await refreshResourceSearchText(tx)
  })
  expect(await database.scoped(scope, countTexts)).toBe(resourceCount - 1)
  expect(await database.scoped(otherScope, countTexts)).toBe(2_000)
})

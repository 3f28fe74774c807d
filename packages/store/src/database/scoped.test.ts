import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('shows an organization its own rows only, and rejects writes to those of another one', async () => {
  const { database, scope, otherScope } = world
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('connection')
      .values({ organization_id: scope.organizationId, kind: 'upload', key: 'a', name: 'A' })
      .execute(),
  )
  const ownRows = await database.scoped(scope, (tx) => tx.selectFrom('connection').selectAll().execute())
  const foreign = await database.scoped(otherScope, (tx) => tx.selectFrom('connection').selectAll().execute())
  const unscopedRows = await database.shared.selectFrom('connection').selectAll().execute()
  expect([ownRows.length, foreign.length, unscopedRows.length]).toEqual([1, 0, 0])
  await expect(
    database.scoped(otherScope, (tx) =>
      tx
        .insertInto('connection')
        .values({ organization_id: scope.organizationId, kind: 'upload', key: 'b', name: 'B' })
        .execute(),
    ),
  ).rejects.toThrow(/row-level security/)
})

it('sets the organization of its own transaction only, not of one within it or after it', async () => {
  const { database, scope } = world
  const organization = async (client: Pick<typeof database.shared, 'executeQuery'>) => {
    const { rows } = await client.executeQuery<{ id: string | null }>(
      CompiledQuery.raw("SELECT nullif(current_setting('app.organization_id', true), '') AS id"),
    )
    return rows[0]?.id ?? null
  }
  const seen = await database.scoped(scope, async (tx) => [
    await organization(tx),
    await database.shared.transaction().execute(organization),
    await organization(database.shared),
  ])
  expect(seen).toEqual([scope.organizationId, null, null])
  expect(await Promise.all(Array.from({ length: 12 }, () => organization(database.shared)))).toEqual(
    Array.from({ length: 12 }, () => null),
  )
})

it('leaves no connection within a transaction when one cannot begin', async () => {
  const { database } = world
  // A NUL ends the statement early, so it does not parse.
  const failing = Array.from({ length: 12 }, () =>
    database.scoped({ organizationId: "a\u0000'; select 1" }, async () => undefined),
  )
  const results = await Promise.allSettled(failing)
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
  const states = await Promise.all(
    Array.from({ length: 12 }, () =>
      database.pool.query('SELECT pg_current_xact_id_if_assigned() AS id, now() = statement_timestamp() AS alone'),
    ),
  )
  expect(states.map(({ rows }) => rows[0].alone)).toEqual(states.map(() => true))
})

it('has a forced policy on every table that belongs to an organization', async () => {
  const { rows } = await world.database.pool.query(
    `SELECT c.relname AS name, c.relforcerowsecurity AS forced, count(p.polname)::int AS policies
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
     LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'own_organization'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1, 2`,
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toMatchObject({ forced: true, policies: 1 })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { patientPool } from './patient-pool.ts'
import { prepared, preparedName } from './prepared.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('has Postgres plan a statement once for a connection, with other values each time', async () => {
  const { database } = world
  const names = await database.scoped(world.scope, async (tx) => {
    const find = (id: string) =>
      tx
        .selectFrom('organization')
        .modifyFront(prepared('find_in_test'))
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
    expect(await find(world.scope.organizationId)).toEqual({ id: world.scope.organizationId })
    expect(await find('00000000-0000-4000-8000-000000000000')).toBeUndefined()
    const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(tx)
    return rows.map(({ name }) => name)
  })
  expect(names).toContain('find_in_test')
})

it('is sent without a name where the connection has lost it', async () => {
  const { database } = world
  const client = await database.pool.connect()
  const find = () =>
    patientPool({ ...database.pool, connect: async () => client } as never)
      .connect()
      .then(({ query }) => query('select /* prepared lost_in_test */ 1 AS result', []))
  try {
    expect(await find()).toMatchObject({ rows: [{ result: 1 }] })
    await client.query('DEALLOCATE ALL')
    expect(await find()).toMatchObject({ rows: [{ result: 1 }] })
  } finally {
    client.release()
  }
})

it('names nothing else', () => {
  expect(preparedName('select /* prepared find_in_test */ "id" from "organization"')).toBe('find_in_test')
  expect(preparedName('select "id" from "organization"')).toBeUndefined()
  expect(preparedName("select 'select /* prepared x_y */'")).toBeUndefined()
  expect(() => prepared('x_y */; --')).toThrow('no name')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureOrganization } from '../organizations/ensure.ts'
import { type PlainPostgres, postgresFolders, startPlainPostgres } from '../testing/plain-postgres.ts'
import { openExternalDatabase } from './open-external.ts'

describe.each(postgresFolders())('a Postgres by address, $name', ({ folder }) => {
  let server: PlainPostgres
  beforeAll(async () => {
    server = await startPlainPostgres(folder)
    await server.execute('CREATE ROLE plain LOGIN')
    await server.execute('CREATE ROLE half LOGIN BYPASSRLS')
    for (const name of ['by_boss', 'by_plain', 'by_half', 'by_four']) await server.execute(`CREATE DATABASE ${name}`)
    await server.execute('ALTER DATABASE by_plain OWNER TO plain')
    await server.execute('ALTER DATABASE by_half OWNER TO half')
  })
  afterAll(() => server.stop())

  it.each(['boss', 'plain'])('isolates organizations for the database user %s', async (user) => {
    const database = await openExternalDatabase(server.url(`by_${user}`, user))
    try {
      const organization = await ensureOrganization(database, { slug: 'own', name: 'Own', demo: false })
      const other = await ensureOrganization(database, { slug: 'other', name: 'Other', demo: false })
      await database.scoped({ organizationId: organization.id }, (tx) =>
        tx
          .insertInto('connection')
          .values({ organization_id: organization.id, kind: 'upload', key: 'a', name: 'A' })
          .execute(),
      )
      const count = (organizationId: string) =>
        database.scoped(
          { organizationId },
          async (tx) => (await tx.selectFrom('connection').select('id').execute()).length,
        )
      expect([await count(organization.id), await count(other.id)]).toEqual([1, 0])
      expect(await database.shared.selectFrom('connection').select('id').execute()).toEqual([])
    } finally {
      await database.close()
    }
    // A second start finds everything in place.
    await (await openExternalDatabase(server.url(`by_${user}`, user))).close()
  })

  it('is prepared once by processes that start together', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openExternalDatabase(server.url('by_four'))))
    for (const database of opened) {
      expect(await database.ping()).toBe(true)
      await database.close()
    }
  })

  it('rejects a user that bypasses row-level security and cannot be restricted', async () => {
    await expect(openExternalDatabase(server.url('by_half', 'half'))).rejects.toThrow(
      /permission denied|row-level security/,
    )
  })

  it('explains an address where no server answers', async () => {
    await expect(openExternalDatabase(server.url('no_such_database'))).rejects.toThrow(
      '"no_such_database" does not exist',
    )
  })
})

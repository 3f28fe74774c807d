/** What several test files need and one of them makes: the first to ask, while the others wait. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { credentialsFor } from '../database/access.ts'
import { ownerRole } from '../database/roles.ts'

/** Any number that no other lock of the tests' Postgres has. */
const lock = 20_261_120

/** Made again by the next to ask when it failed. The result must survive JSON, and is forgotten with the run's folder. */
export async function oncePerRun<Result>(name: string, make: () => Promise<Result>): Promise<Result> {
  const file = join(tmpdir(), `kept-made-${name}.json`)
  // In a database of its own, so that the worlds can be copied meanwhile. The lock ends with the connection.
  const holder = new pg.Client({ ...credentialsFor(inject('databaseAccess'), ownerRole), database: 'postgres' })
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [lock])
    if (!existsSync(file)) {
      writeFileSync(`${file}.new`, JSON.stringify(await make()))
      renameSync(`${file}.new`, file)
    }
    return JSON.parse(readFileSync(file, 'utf8')) as Result
  } finally {
    await holder.end()
  }
}

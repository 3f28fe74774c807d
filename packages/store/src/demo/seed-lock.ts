import type { Scope } from '@kept/domain/scope.ts'
import pg from 'pg'
import type { Database } from '../database/connect.ts'

/**
 * Runs work that only one process at a time may do for the demo: the others wait for it. The lock belongs to a
 * connection outside the pool, which a waiting process must not keep from its requests. It ends with a killed process.
 */
export async function withSeedLock<Result>(
  { pool }: Database,
  { organizationId }: Scope,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(pool.options)
  // A lost connection gives the lock back; what is being seeded fails or is seeded by its own checks.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(7253045, hashtext($1))', [organizationId])
    return await work()
  } finally {
    await client.end()
  }
}

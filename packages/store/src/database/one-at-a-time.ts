/** What several processes of one installation may do one after the other only, before they have opened the database. */
import pg from 'pg'

/** An arbitrary number, the same for every Kept. */
const warehouseLock = 7_253_006

/** Runs `work` while no other process on this database does: ClickHouse has no locks to migrate under. */
export async function oneAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [warehouseLock])
    return await work()
  } finally {
    // Ends the lock too.
    await client.end()
  }
}

/**
 * While a backup reads, nothing sweeps loads: the snapshot of the database still knows loads that were replaced since,
 * and their rows must stay until they are read.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '../database/connect.ts'
import type { OwnerConnection } from '../database/connect-owner.ts'

/** An arbitrary number, the same for every Kept. */
const sweepLock = 7_253_002

/** Held until the connection ends; waits for a running sweep. */
export async function forbidSweeps(client: OwnerConnection): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [sweepLock])
}

/** An arbitrary number, the same for every Kept. */
const backupLock = 7_253_003

/** Held until the connection ends. Throws `conflict` while another process makes a backup. */
export async function claimBackup(client: OwnerConnection): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [backupLock])
  if (!rows[0]?.free) throw new KeptError('conflict', 'A backup is being made. Wait until it is complete.')
}

/** Runs `work`, unless a backup reads; returns whether it ran. */
export async function unlessBackup(database: Database, work: () => Promise<void>): Promise<boolean> {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [sweepLock])
    if (!rows[0]?.free) return false
    try {
      await work()
      return true
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [sweepLock])
    }
  } finally {
    client.release()
  }
}

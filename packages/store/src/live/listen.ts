/** Hears of events written by any Kept on this database. One connection is held for it, and taken anew when it is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from '../database/connect.ts'

const tryAgainMs = 1000

/** Each is told the id it is about, and null whenever some may have been missed: at first, and after a lost connection. */
export interface LiveHearing {
  /** This organization has new events. */
  events(organizationId: string | null): void
  /** What this person may do may have changed: signed out, banned, another role. */
  rights(userId: string | null): void
}

export async function listenLive({ pool }: Pick<Database, 'pool'>, hearing: LiveHearing): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let activeClient: PoolClient | undefined
  const open = async () => {
    const client = await pool.connect()
    const onConnectionLost = () => {
      client.release(true)
      if (activeClient === client) activeClient = undefined
      if (!stopping.signal.aborted) void openAgain()
    }
    client.once('error', onConnectionLost)
    client.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === 'kept_live') hearing.events(payload)
      if (channel === 'kept_rights') hearing.rights(payload)
    })
    try {
      await client.query('LISTEN kept_live; LISTEN kept_rights')
    } catch (error) {
      client.removeListener('error', onConnectionLost)
      client.release(true)
      throw error
    }
    activeClient = client
    hearing.events(null)
    hearing.rights(null)
  }
  const openAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        await wait(tryAgainMs, undefined, { signal: stopping.signal })
        return await open()
      } catch {
        // The database is restarting, or we are stopping: the loop's own question decides.
      }
    }
  }
  await open()
  return async () => {
    stopping.abort()
    activeClient?.removeAllListeners('notification')
    // Never back into the pool: it still listens.
    activeClient?.release(true)
    activeClient = undefined
  }
}

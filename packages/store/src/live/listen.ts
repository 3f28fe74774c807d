/** Receives events written by any Kept on this database, over one connection that is reopened when it is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from '../database/connect.ts'

const tryAgainMs = 1000

/**
 * Receives the id an event is about, and null when events may have been missed: at first, and after a lost connection.
 */
interface LiveHearing {
  /** This organization has new events. */
  events(organizationId: string | null): void
  /** The rights of this user may have changed: signed out, disabled, another role. */
  rights(userId: string | null): void
}

export async function listenLive({ pool }: Pick<Database, 'pool'>, hearing: LiveHearing): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let releaseActive = () => {}
  const open = async () => {
    const client = await pool.connect()
    const release = releaseOnce(client)
    const onConnectionLost = () => {
      release()
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
      release()
      throw error
    }
    releaseActive = release
    hearing.events(null)
    hearing.rights(null)
  }
  const openAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        await wait(tryAgainMs, undefined, { signal: stopping.signal })
        return await open()
      } catch {
        // The database is restarting, or this process is stopping: the loop's own check decides.
      }
    }
  }
  await open()
  return async () => {
    stopping.abort()
    releaseActive()
  }
}

/** Not returned to the pool, because it still listens. Stopping and a lost connection can both release it. */
function releaseOnce(client: PoolClient): () => void {
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    client.removeAllListeners('notification')
    client.release(true)
  }
}

/** Receives the notifications of Postgres on some channels, over one connection that is reopened when it is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from './connect.ts'

const tryAgainMs = 1000

interface Listener {
  onNotification(channel: string, payload: string): void
  /** Notifications may have been missed: at first, and after a lost connection. */
  onOpened(): void
}

/** Resolves, once it listens, to what ends it; rejects when it cannot listen at all. */
export async function listenOn(
  { pool }: Pick<Database, 'pool'>,
  channels: readonly string[],
  { onNotification, onOpened }: Listener,
): Promise<() => Promise<void>> {
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
      if (payload) onNotification(channel, payload)
    })
    try {
      await client.query(channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join('; '))
    } catch (error) {
      client.removeListener('error', onConnectionLost)
      release()
      throw error
    }
    releaseActive = release
    if (stopping.signal.aborted) return release()
    onOpened()
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

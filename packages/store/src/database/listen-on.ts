/** Receives the notifications of Postgres on some channels, over a connection of its own that is reopened when it is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
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
  let active: pg.Client | undefined
  const open = async () => {
    // Not one of the pool, in which several listeners would leave too few for everything else.
    const client = new pg.Client(pool.options)
    let isLost = false
    const onConnectionLost = () => {
      if (isLost) return
      isLost = true
      if (active !== client) return
      active = undefined
      if (!stopping.signal.aborted) void openAgain()
    }
    client.on('error', onConnectionLost)
    client.on('end', onConnectionLost)
    client.on('notification', ({ channel, payload }) => {
      if (payload) onNotification(channel, payload)
    })
    try {
      await client.connect()
      await client.query(channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join('; '))
      if (isLost) throw new Error('The connection was lost while it was opened.')
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (stopping.signal.aborted) return client.end()
    active = client
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
    await active?.end().catch(() => undefined)
  }
}

import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { listenLive } from './listen.ts'

/** Throws as pg does when it is released twice. */
class PooledClient extends EventEmitter {
  releases = 0
  async query(): Promise<void> {}
  release(): void {
    this.releases += 1
    if (this.releases > 1) throw new Error('Release called on client which has already been released to the pool.')
  }
}

it('releases its connection once, though the connection is lost while it stops', async () => {
  const client = new PooledClient()
  const pool = { connect: async () => client }
  const stop = await listenLive({ pool } as never, { events: () => {}, rights: () => {} })
  await stop()
  client.emit('error', new Error('Connection terminated'))
  expect(client.releases).toBe(1)
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { listenOn } from './listen-on.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const soon = { timeout: 60_000, interval: 20 }
const notify = (text: string) => world.database.pool.query('SELECT pg_notify($1, $2)', ['News of "all"', text])
async function listeners(): Promise<number[]> {
  const { rows } = await world.database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  )
  return rows.map(({ pid }) => pid)
}

it('hears on a channel of any name, and again after its connection was lost, until it is ended', async () => {
  const received: string[] = []
  const onOpened = vi.fn()
  const end = await listenOn(world.database, ['News of "all"'], {
    onNotification: (_, text) => void received.push(text),
    onOpened,
  })
  expect(onOpened).toHaveBeenCalledTimes(1)
  await notify('first')
  await vi.waitFor(() => expect(received).toEqual(['first']), soon)
  for (const pid of await listeners()) await world.database.pool.query('SELECT pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledTimes(2), soon)
  await notify('second')
  await vi.waitFor(() => expect(received).toEqual(['first', 'second']), soon)
  await end()
  await vi.waitFor(async () => expect(await listeners()).toEqual([]), soon)
})

it('takes no connection of the pool', async () => {
  const ends = await Promise.all(
    Array.from({ length: 6 }, () =>
      listenOn(world.database, ['news'], { onNotification: () => {}, onOpened: () => {} }),
    ),
  )
  const { rows } = await world.database.pool.query<{ number: number }>('SELECT 1 AS number')
  expect(rows).toEqual([{ number: 1 }])
  for (const end of ends) await end()
})

it('rejects when it cannot connect', async () => {
  const pool = { options: { ...world.database.pool.options, host: '/nowhere' } }
  const listening = listenOn({ pool } as never, ['news'], { onNotification: () => {}, onOpened: () => {} })
  await expect(listening).rejects.toThrow()
})

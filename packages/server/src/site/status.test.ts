import { readStatusDays } from '@kept/store/site/status-days.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { daysUntil, drawStatus, shareWords, statusMarkup } from './status-page.ts'
import { watchStatus } from './watch-status.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('counts samples up by day, also those taken while the database was away', async () => {
  let now = new Date('2026-05-04T23:59:00Z')
  let up = true
  let away = false
  const database = {
    ...world.database,
    get shared() {
      if (away) throw new Error('the database is away')
      return world.database.shared
    },
  }
  const watch = watchStatus({ state: { database } as never, now: () => now, log: createLog('silent') }, async () => [
    { name: 'jobs', ok: up },
  ])
  await watch.sample()
  away = true
  up = false
  await watch.sample()
  await watch.sample()
  now = new Date('2026-05-05T00:00:00Z')
  away = false
  up = true
  await watch.sample()
  watch.stop()
  expect(await readStatusDays(world.database, '2026-05-04')).toEqual([
    { day: '2026-05-04', part: 'jobs', samples: 3, failed: 2 },
    { day: '2026-05-05', part: 'jobs', samples: 1, failed: 0 },
  ])
  const page = await statusMarkup({ state: world as never, now: () => now }, async () => [
    { name: 'database', ok: true },
    { name: 'jobs', ok: true },
  ])
  expect(page).toContain('Everything is up.')
  expect(page).toContain('50.00 % of 4 samples up')
  expect(page).toContain('The last 90 days: 1 without a fault, 1 with one, 88 without a sample.')
})

it('says what is down, and that its history cannot be read with the database', () => {
  const at = new Date('2026-05-05T00:00:00Z')
  const page = drawStatus([{ name: 'database', ok: false }], undefined, daysUntil(at), at)
  expect(page).toContain('Accounts, ledger and jobs (Postgres) is down.')
  expect(page).toContain('cannot be read')
})

it('never rounds a fault away', () => {
  const day = { day: '2026-05-05', part: 'jobs' }
  expect(shareWords([{ ...day, samples: 100_000, failed: 1 }])).toBe('99.99 % of 100,000 samples up')
  expect(shareWords([{ ...day, samples: 3, failed: 0 }])).toBe('100.00 % of 3 samples up')
  expect(shareWords([])).toBe('no sample yet')
})

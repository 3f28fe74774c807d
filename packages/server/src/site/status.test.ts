import { readStatusDays } from '@kept/store/site/status-days.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { watchStatus } from './status-monitor.ts'
import { daysUntil, drawStatus, formatUptime, statusMarkup } from './status-page.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('counts samples by day, including those taken while the database was unavailable', async () => {
  let now = new Date('2026-05-04T23:59:00Z')
  let up = true
  let isUnavailable = false
  const database = {
    ...world.database,
    get shared() {
      if (isUnavailable) throw new Error('the database is unavailable')
      return world.database.shared
    },
  }
  const monitor = watchStatus({ state: { database } as never, now: () => now, log: createLog('silent') }, async () => [
    { name: 'jobs', ok: up },
  ])
  await monitor.sample()
  isUnavailable = true
  up = false
  await monitor.sample()
  await monitor.sample()
  now = new Date('2026-05-05T00:00:00Z')
  isUnavailable = false
  up = true
  await monitor.sample()
  monitor.stop()
  expect(await readStatusDays(world.database, '2026-05-04')).toEqual([
    { day: '2026-05-04', part: 'jobs', samples: 3, failed: 2 },
    { day: '2026-05-05', part: 'jobs', samples: 1, failed: 0 },
  ])
  const page = await statusMarkup({ state: world as never, now: () => now }, async () => [
    { name: 'database', ok: true },
    { name: 'jobs', ok: true },
  ])
  expect(page).toContain('All systems operational.')
  expect(page).toContain('50.00% of 4 samples up')
  expect(page).toContain('The last 90 days: 1 without failures, 1 with failures, 88 without samples.')
})

it('shows which part is down, and that there is no history without the database', () => {
  const timestamp = new Date('2026-05-05T00:00:00Z')
  const page = drawStatus([{ name: 'database', ok: false }], undefined, daysUntil(timestamp), timestamp)
  expect(page).toContain('Accounts, ledger and jobs (Postgres) is down.')
  expect(page).toContain('no history while the database is down')
})

it('never rounds a failure away', () => {
  const day = { day: '2026-05-05', part: 'jobs' }
  expect(formatUptime([{ ...day, samples: 100_000, failed: 1 }])).toBe('99.99% of 100,000 samples up')
  expect(formatUptime([{ ...day, samples: 3, failed: 0 }])).toBe('100.00% of 3 samples up')
  expect(formatUptime([])).toBe('no samples yet')
})

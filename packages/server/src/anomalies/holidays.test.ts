/** The public holidays of an organization are those its teams have in common. */
import { behaviorSettingsSchema } from '@kept/domain/behavior-run.ts'
import { writeBehaviorSettings } from '@kept/store/behavior/settings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { readHolidays } from './holidays.ts'

let kept: TestKept
const now = new Date('2026-06-30T00:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
})
afterAll(() => kept.close())

const span = { from: '2025-07-01', to: '2026-06-30' }
async function holidaysOf(...calendars: object[]): Promise<ReadonlySet<string>> {
  const { database, scope } = kept.world
  const teams = calendars.map((calendar, index) => ({ team_name: `team-${index}`, calendar }))
  await writeBehaviorSettings(database, scope, behaviorSettingsSchema.parse({ teams }), now)
  return readHolidays(database, scope, span)
}

it('are those of its only country, with the days off its teams list', async () => {
  const holidays = await holidaysOf({ country: 'DE', holidays: ['2026-02-16'] }, {})
  expect(['2026-05-25', '2025-10-03', '2026-02-16'].every((date) => holidays.has(date))).toBe(true)
  expect(holidays.has('2026-05-26')).toBe(false)
})

it('are what two countries share, since the other one works', async () => {
  const holidays = await holidaysOf({ country: 'DE' }, { country: 'US' })
  expect(holidays.has('2025-12-25')).toBe(true)
  expect(holidays.has('2026-05-25')).toBe(true)
  expect([holidays.has('2025-10-03'), holidays.has('2025-11-27')]).toEqual([false, false])
})

it('are none where no team says where it works', async () => {
  expect((await holidaysOf({})).size).toBe(0)
})

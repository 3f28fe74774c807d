/** Where an organization works is where its teams do: their public holidays, and the days off they list themselves. */
import { publicHolidays } from '@kept/connectors/activity/public-holidays.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readBehaviorSettings } from '@kept/store/behavior/settings.ts'
import type { Database } from '@kept/store/database/connect.ts'

/** Teams without a country say nothing. Of several countries only days that all of them have off are the organization's: on the others the rest works. */
export async function readHolidays(
  database: Database,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<ReadonlySet<string>> {
  const { teams } = await readBehaviorSettings(database, scope)
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const calendarsSet = teams
    .map(({ calendar }) => calendar)
    .filter(({ country, holidays }) => country || holidays.length > 0)
  const calendars = new Map(calendarsSet.map((calendar) => [calendarKey(calendar), calendar]))
  const datesOf = [...calendars.values()].map(({ country, region, holidays }) => {
    const dates = country === '' ? [] : publicHolidays(country, region, first, last).dates
    return new Set([...dates, ...holidays])
  })
  return datesOf.reduce((common, dates) => common.intersection(dates), datesOf[0] ?? new Set<string>())
}

function calendarKey({ country, region, holidays }: { country: string; region: string; holidays: string[] }): string {
  return JSON.stringify([country, region, holidays])
}

import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { inWindow, placeKeys, placeSql } from './place-sql.ts'

/** Only the weeks of this many resources are read, the costliest first. */
const maxResources = 20_000
const hoursOfWeek = 168
const hour = 3_600_000

/**
 * The mean is over the occurrences of that hour of the week between a resource's first and last charge: a machine
 * created last week was not idle in the weeks before.
 */
export const resourceWeek: FactQuery<'resource_week'> = {
  sql: `SELECT ${placeKeys}, max(sub_account_name) AS sub_account_name, max(service_category) AS service_category,
      max(service_subcategory) AS service_subcategory, resource_id, max(name) AS resource_name,
      max(type) AS resource_type, argMax(latest_tags, last_hour) AS tags, sum(cost) AS effective,
      uniqExactArray(charged_days) AS days,
      groupArray((hour_of_week, round(toFloat64(cost), 12))) AS costs,
      toUnixTimestamp(min(first_hour)) AS first, toUnixTimestamp(max(last_hour)) AS last
    FROM (
      SELECT ${placeSql}, ResourceId AS resource_id, max(ResourceName) AS name, max(ResourceType) AS type,
        argMax(Tags, ChargePeriodStart) AS latest_tags, sum(EffectiveCost) AS cost,
        (toDayOfWeek(ChargePeriodStart) - 1) * 24 + toHour(ChargePeriodStart) AS hour_of_week,
        groupUniqArray(charge_date) AS charged_days,
        min(toStartOfHour(ChargePeriodStart)) AS first_hour, max(toStartOfHour(ChargePeriodStart)) AS last_hour
      FROM cost_line
      WHERE ${ofLoads} AND ${inWindow} AND ChargeCategory = 'Usage' AND ResourceId != ''
        AND dateDiff('second', ChargePeriodStart, ChargePeriodEnd) BETWEEN 1 AND 3600
      GROUP BY ${placeKeys}, resource_id, hour_of_week
      HAVING isNotNull(cost)
    )
    GROUP BY ${placeKeys}, resource_id
    ORDER BY effective DESC, ${placeKeys}, resource_id
    LIMIT ${maxResources}`,
  finish: ({ costs, first, last, ...row }) => ({
    ...row,
    hours: meanWeek(costs as [number, number][], Number(first) * 1000, Number(last) * 1000),
  }),
}

/** Sums by hour of the week as means over the weeks between two instants; null for an hour that did not occur. */
function meanWeek(costs: [hourOfWeek: number, sum: number][], first: number, last: number): (number | null)[] {
  const hours = Math.round((last - first) / hour) + 1
  const start = hourOfWeek(first)
  const sums = new Map(costs)
  return Array.from({ length: hoursOfWeek }, (_, index) => {
    const offset = (index - start + hoursOfWeek) % hoursOfWeek
    const times = offset < hours ? Math.floor((hours - 1 - offset) / hoursOfWeek) + 1 : 0
    return times === 0 ? null : (sums.get(index) ?? 0) / times
  })
}

/** 1 January 1970 was a Thursday. */
function hourOfWeek(instant: number): number {
  return (Math.floor(instant / hour) + 3 * 24) % hoursOfWeek
}

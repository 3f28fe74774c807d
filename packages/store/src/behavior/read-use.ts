/** Usage by person and quarter hour. The warehouse builds the engine's grid, so ten million events never pass through
 * this process. */
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface ReportedEnvironment {
  environment_id: string
  environment_name: string
  project: string
  /** Team and the number of events that name it. */
  teams: [string, number][]
  events: number
  /** Milliseconds since 1970 of the end of the last use before the span's end; null when there was none. */
  last_use: number | null
  /** Milliseconds since 1970 of the last event of a program; null when there was none. */
  last_automation: number | null
  /** Time zone and the number of events that name it. */
  time_zones: [string, number][]
  /** Processor load in whole percent with its number of samples, and megabytes by UTC day, of the span's last days. */
  cpu: [number, number][]
  /** UTC days with samples of the processor. */
  cpu_days: number[]
  network: [day: number, megabytes: number][]
}

interface UseOfPerson {
  environment_id: string
  /** Pseudonym; "" for events that name no person. */
  person: string
  /** Quarter hours since 1970, of the span. */
  quarters: number[]
}

interface UseRequest {
  /** Quarter hours since 1970. */
  from: number
  to: number
  loadDays: number
}

const ofOwn = `organization_id = {organization_id:UUID}`
const timestampMs = 'toUnixTimestamp64Milli(at)'

export async function listReported(
  warehouse: Warehouse,
  scope: Scope,
  { to, loadDays }: UseRequest,
  signal?: AbortSignal,
): Promise<ReportedEnvironment[]> {
  const end = to * 900_000
  const lately = `${timestampMs} >= {load:Int64} AND ${timestampMs} < {end:Int64}`
  const rows = await warehouse.query<ReportedRow>(
    scope,
    `SELECT environment_id, argMaxIf(environment_name, at, environment_name != '') AS its_name,
      argMaxIf(project, at, project != '') AS its_project,
      sumMapIf([toString(team)], [toUInt64(1)], team != '') AS its_teams,
      count() AS events,
      maxIf(least(${timestampMs} + toInt64(seconds) * 1000, {end:Int64}), counts_as_usage AND ${timestampMs} < {end:Int64}) AS last_use,
      maxIf(${timestampMs}, activity_type IN ('automation', 'scheduled_job') AND ${timestampMs} < {end:Int64}) AS last_automation,
      sumMapIf([toString(time_zone)], [toUInt64(1)], time_zone != '') AS zones,
      sumMapIf([least(toInt64(floor(ifNull(cpu, 0))), 100)], [toUInt64(1)], cpu IS NOT NULL AND ${lately}) AS load,
      groupUniqArrayIf(toUInt16(day), cpu IS NOT NULL AND ${lately}) AS cpu_days,
      sumMapIf([toInt64(toUInt16(day))], [toFloat64(ifNull(network, 0))], network IS NOT NULL AND ${lately}) AS traffic
    FROM usage_event FINAL WHERE ${ofOwn} GROUP BY environment_id ORDER BY environment_id`,
    { end, load: end - loadDays * dayMs },
    { signal },
  )
  return rows.map(({ its_name, its_project, its_teams, last_use, last_automation, zones, load, traffic, ...row }) => ({
    ...row,
    environment_name: its_name,
    project: its_project,
    teams: zipped(its_teams),
    last_use: last_use === 0 ? null : last_use,
    last_automation: last_automation === 0 ? null : last_automation,
    time_zones: zipped(zones),
    cpu: zipped(load),
    network: zipped(traffic),
  }))
}

/** A map as the warehouse returns it: its keys and their values. */
type Map2<Key> = [keys: Key[], values: number[]]

interface ReportedRow {
  environment_id: string
  its_name: string
  its_project: string
  its_teams: Map2<string>
  events: number
  last_use: number
  last_automation: number
  zones: Map2<string>
  load: Map2<number>
  cpu_days: number[]
  traffic: Map2<number>
}

function zipped<Key>([keys, values]: Map2<Key>): [Key, number][] {
  return keys.map((key, index) => [key, values[index] ?? 0])
}

/** Environments per query: their quarter hours of three months take a few megabytes. */
const atOnce = 250

export async function* readUse(
  warehouse: Warehouse,
  scope: Scope,
  ids: readonly string[],
  { from, to }: UseRequest,
  signal?: AbortSignal,
): AsyncGenerator<UseOfPerson> {
  for (let first = 0; first < ids.length; first += atOnce) {
    yield* await warehouse.query<UseOfPerson>(
      scope,
      `SELECT environment_id, person, groupUniqArray(quarter) AS quarters FROM (
        SELECT environment_id, person, arrayJoin(range(
          toUInt32(greatest(intDiv(${timestampMs}, 900000), {from:Int64})),
          toUInt32(least(greatest(intDiv(${timestampMs} + toInt64(seconds) * 1000 + 899999, 900000), intDiv(${timestampMs}, 900000) + 1), {to:Int64}))
        )) AS quarter
        FROM usage_event
        WHERE ${ofOwn} AND environment_id IN {ids:Array(String)} AND counts_as_usage
          -- No event is longer than 31 days.
          AND day >= toDate({firstDay:Int64}) - 32 AND day <= toDate({lastDay:Int64})
      ) GROUP BY environment_id, person`,
      {
        ids: ids.slice(first, first + atOnce),
        from,
        to,
        firstDay: Math.floor(from / 96),
        lastDay: Math.floor(to / 96),
      },
      { signal },
    )
  }
}

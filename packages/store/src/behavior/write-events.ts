/** Writes usage events as they stream in: one statement for all of them, without duplicates. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { countsAsUse, type UsageEvent } from '@kept/domain/usage-event.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { jsonLines } from '../warehouse/json-lines.ts'

/** An event with its id and the person's pseudonym; no other personal data reaches this module. */
export interface StoredEvent extends Omit<UsageEvent, 'user_id' | 'user_name' | 'user_email' | 'location'> {
  event_id: string
  person: string
}

interface WrittenEvents {
  accepted: number
  repeated: number
}

const types = {
  environment_id: 'String',
  day: 'Date',
  event_id: 'String',
  at: 'Int64',
  seconds: 'UInt32',
  activity_type: 'String',
  counts_as_usage: 'Bool',
  person: 'String',
  environment_name: 'String',
  project: 'String',
  team: 'String',
  time_zone: 'String',
  cpu: 'Nullable(Float32)',
  memory: 'Nullable(Float32)',
  network: 'Nullable(Float32)',
} as const
const columns = Object.keys(types)
const structure = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')
const existingEventsSql = `SELECT event_id FROM usage_event
       WHERE organization_id = {organization_id:UUID} AND day >= {first:Date} AND day <= {last:Date}`
/** Events compared with stored ones in one batch; the days of so many lie close together. */
const atOnce = 50_000

/** Events whose id is already stored change nothing; of a duplicate id in one delivery the first counts. */
export async function writeEvents(
  warehouse: Warehouse,
  scope: Scope,
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
): Promise<WrittenEvents> {
  const result: WrittenEvents = { accepted: 0, repeated: 0 }
  let pendingRows = new Map<string, EventRow>()
  const flush = async () => {
    const accepted = pendingRows.size === 0 ? 0 : await writeSome(warehouse, scope, [...pendingRows.values()])
    result.accepted += accepted
    result.repeated += pendingRows.size - accepted
    pendingRows = new Map()
  }
  for await (const event of events) {
    if (pendingRows.has(event.event_id)) result.repeated += 1
    else pendingRows.set(event.event_id, rowOf(event))
    if (pendingRows.size === atOnce) await flush()
  }
  await flush()
  return result
}

async function writeSome(warehouse: Warehouse, scope: Scope, rows: readonly EventRow[]): Promise<number> {
  const batch = randomUUID()
  const days = rows.map(({ day }) => day).sort()
  const range = { first: days[0], last: days.at(-1) }
  await warehouse.execute(
    scope,
    `INSERT INTO usage_event (organization_id, ${columns.join(', ')}, batch)
     SELECT {organization_id:UUID}, ${columns.map((name) => (name === 'at' ? "fromUnixTimestamp64Milli(at, 'UTC')" : name)).join(', ')}, {batch:UUID}
     FROM input('${structure}') WHERE event_id NOT IN (${existingEventsSql})
     FORMAT JSONEachRow`,
    { ...range, batch },
    {
      settings: { max_partitions_per_insert_block: '1000' },
      body: jsonLines(rows, (row) => row),
    },
  )
  const [row] = await warehouse.query<{ accepted: number }>(
    scope,
    `SELECT count() AS accepted FROM usage_event WHERE organization_id = {organization_id:UUID}
      AND day >= {first:Date} AND day <= {last:Date} AND batch = {batch:UUID}`,
    { ...range, batch },
  )
  return row?.accepted ?? 0
}

type EventRow = ReturnType<typeof rowOf>

function rowOf({ timestamp, duration, resource_usage, ...event }: StoredEvent) {
  const instant = Temporal.Instant.from(timestamp)
  return {
    ...event,
    day: instant.toString().slice(0, 10),
    at: instant.epochMilliseconds,
    seconds: Math.round(duration),
    counts_as_usage: countsAsUse(event.activity_type),
    ...resource_usage,
  }
}

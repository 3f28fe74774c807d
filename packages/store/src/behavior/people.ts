/** The stored data of one person, by pseudonym: to export and to erase. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface EventOfPerson {
  environment_id: string
  timestamp: string
  duration: number
  activity_type: string
}

const ofPerson = 'organization_id = {organization_id:UUID} AND person = {person:String}'

export function exportPerson(warehouse: Warehouse, scope: Scope, person: string): Promise<EventOfPerson[]> {
  return warehouse.query<EventOfPerson>(
    scope,
    `SELECT environment_id, formatDateTime(at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS timestamp, seconds AS duration,
      activity_type FROM usage_event FINAL WHERE ${ofPerson} ORDER BY at, environment_id`,
    { person },
  )
}

/** Removes the person from events; the use of the environment stays. Returns the number of events that named them. */
export async function erasePerson(warehouse: Warehouse, scope: Scope, person: string): Promise<number> {
  const [row] = await warehouse.query<{ events: number }>(
    scope,
    `SELECT count() AS events FROM usage_event WHERE ${ofPerson}`,
    { person },
  )
  if (!row?.events) return 0
  await warehouse.executeOnShards(
    scope,
    `ALTER TABLE usage_event UPDATE person = '' WHERE ${ofPerson}`,
    { person },
    { settings: { mutations_sync: '2' } },
  )
  return row.events
}

/** Deletes events of days before `day`. */
export async function forgetBefore(warehouse: Warehouse, scope: Scope, day: string): Promise<void> {
  await warehouse.executeOnShards(
    scope,
    `DELETE FROM usage_event WHERE organization_id = {organization_id:UUID} AND day < {day:Date}`,
    { day },
  )
}

/** True when the organization has ever sent a usage event. */
export async function hasEvents(warehouse: Warehouse, scope: Scope): Promise<boolean> {
  const rows = await warehouse.query(
    scope,
    'SELECT 1 FROM usage_event WHERE organization_id = {organization_id:UUID} LIMIT 1',
  )
  return rows.length > 0
}

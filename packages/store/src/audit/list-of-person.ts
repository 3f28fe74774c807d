import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { toAuditEvent } from './read.ts'

interface EventsOfPerson {
  /** The newest ones, newest first. */
  events: AuditEvent[]
  /** How many older ones there are. */
  left_out: number
}

/** Events of a user and about the user in one organization, for the user's own export. */
export async function listAuditEventsOfPerson(
  database: Database,
  scope: Scope,
  userId: string,
  limit: number,
): Promise<EventsOfPerson> {
  return database.snapshot(scope, async (tx) => {
    const ofPerson = tx
      .selectFrom('audit_event')
      .where((eb) => eb.or([eb('actor_id', '=', userId), eb('resource_id', '=', userId)]))
    const rows = await ofPerson.selectAll().orderBy('seq', 'desc').limit(limit).execute()
    const { total } = await ofPerson.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
    return { events: rows.map(toAuditEvent), left_out: Number(total) - rows.length }
  })
}

import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toAuditEvent } from './read.ts'

const MAX_EVENTS = 10_000

/** The newest events of a user and about the user, for the user's own export. */
export async function listAuditEventsOfPerson(database: Database, scope: Scope, userId: string): Promise<AuditEvent[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('audit_event')
      .selectAll()
      .where((eb) => eb.or([eb('actor_id', '=', userId), eb('resource_id', '=', userId)]))
      .orderBy('seq', 'desc')
      .limit(MAX_EVENTS)
      .execute(),
  )
  return rows.map(toAuditEvent)
}

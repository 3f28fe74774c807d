import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toAuditEvent } from './read.ts'

interface PageOptions {
  /** The number of the newest event that counts. */
  until: number
  pageSize?: number
}

/**
 * Events of a user and about the user in one organization, newest first, for the user's own export. One page is in
 * memory at a time; events do not change, and what is added meanwhile is newer than `until`.
 */
export async function* readAuditPagesOfPerson(
  database: Database,
  scope: Scope,
  userId: string,
  { until, pageSize = 1000 }: PageOptions,
): AsyncGenerator<AuditEvent[]> {
  for (let last = until + 1; ; ) {
    const before = last
    const rows = await database.scoped(scope, (tx) =>
      tx
        .selectFrom('audit_event')
        .selectAll()
        .where((eb) => eb.or([eb('actor_id', '=', userId), eb('resource_id', '=', userId)]))
        .where('seq', '<', String(before))
        .orderBy('seq', 'desc')
        .limit(pageSize)
        .execute(),
    )
    const events = rows.map(toAuditEvent)
    if (events.length > 0) yield events
    if (rows.length < pageSize) return
    last = events.at(-1)?.seq ?? 0
  }
}

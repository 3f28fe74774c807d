import type { AuditOutcome } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

interface FoundAuditEvent {
  id: string
  seq: number
  action: string
  outcome: AuditOutcome
  actor_id: string | null
  actor_name: string
  target_id: string | null
  summary: string
  ip: string | null
  request_id: string | null
  details: Record<string, unknown>
  created_at: string
}

/** Events by or about a user in this organization, newest first. */
export function listActivity(
  database: Database,
  scope: Scope,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ events: FoundAuditEvent[]; total: number }> {
  return database.scoped(scope, async (tx) => {
    const query = tx
      .selectFrom('audit_event')
      .where('organization_id', '=', scope.organizationId)
      .where((eb) => eb.or([eb('actor_id', '=', userId), eb('resource_id', '=', userId)]))
    const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await query
      .select([
        'id',
        'seq',
        'action',
        'outcome',
        'actor_id',
        'actor_name',
        'resource_id as target_id',
        'summary',
        'ip',
        'request_id',
        'details',
      ])
      .select('created_at')
      .orderBy('seq', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return {
      events: rows.map(({ seq, created_at, ...row }) => ({
        ...row,
        seq: Number(seq),
        created_at: created_at.toISOString(),
      })),
      total: Number(total),
    }
  })
}

/** What the audit log recorded of the use of permissions, and of changes to them. */
import type { ScopedTransaction } from '../database/connect.ts'

export interface RecordedUse {
  actor_kind: 'person' | 'api_key'
  actor_id: string
  action: string
}

/** The actions that each user and each API key carried out since a moment, each once. */
export async function listUses(tx: ScopedTransaction, since: Date): Promise<RecordedUse[]> {
  const rows = await tx
    .selectFrom('audit_event')
    .select(['actor_kind', 'actor_id', 'action'])
    .distinct()
    .where('organization_id', '=', tx.scopedTo)
    .where('created_at', '>=', since)
    .where('outcome', '=', 'allowed')
    .where('actor_id', 'is not', null)
    .execute()
  return rows.flatMap(({ actor_kind, actor_id, action }) =>
    actor_id !== null && (actor_kind === 'person' || actor_kind === 'api_key')
      ? [{ actor_kind, actor_id, action }]
      : [],
  )
}

export interface RecordedAccessChange {
  action: string
  /** The user, or null for a custom role. */
  resource_id: string | null
  before: Record<string, unknown> | null
  details: Record<string, unknown>
}

/** Changes of memberships and custom roles since a moment. */
export function listAccessChanges(tx: ScopedTransaction, since: Date): Promise<RecordedAccessChange[]> {
  return tx
    .selectFrom('audit_event')
    .select(['action', 'resource_id', 'before', 'details'])
    .where('organization_id', '=', tx.scopedTo)
    .where('resource_type', 'in', ['membership', 'custom_role'])
    .where('created_at', '>=', since)
    .where('outcome', '=', 'allowed')
    .orderBy('seq')
    .execute()
}

/** The time of the first event; null while the log is empty. */
export async function logBegin(tx: ScopedTransaction): Promise<Date | null> {
  const row = await tx
    .selectFrom('audit_event')
    .select('created_at')
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

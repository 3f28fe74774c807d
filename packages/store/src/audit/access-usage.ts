/** What the audit log recorded of changes to permissions, and since when it exists. */
import type { ScopedTransaction } from '../database/connect.ts'

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

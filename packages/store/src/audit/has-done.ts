import type { ScopedTransaction } from '../database/connect.ts'

/** Whether the audit log of the organization has such an action of this user. */
export async function hasDone(tx: ScopedTransaction, userId: string, action: string): Promise<boolean> {
  const event = await tx
    .selectFrom('audit_event')
    .select('seq')
    .where('organization_id', '=', tx.scopedTo)
    .where('actor_id', '=', userId)
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { countUnread } from './list.ts'

/** Marks some as read, or all when no ids are given; answers how many are still unread. */
export async function markNotificationsRead(
  database: Database,
  scope: Scope,
  { ids, now }: { ids: string[] | undefined; now: Date },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const update = tx.updateTable('notification').set({ read_at: now }).where('read_at', 'is', null)
    if (ids === undefined) await update.execute()
    else if (ids.length > 0) await update.where('id', 'in', ids).execute()
    return countUnread(tx)
  })
}

import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface FoundNotification {
  id: string
  kind: string
  title: string
  body: string
  href: string
  read: boolean
  created_at: string
}

/** The newest notifications, and how many are unread in all. */
export async function listNotifications(
  database: Database,
  scope: Scope,
  limit: number,
): Promise<{ notifications: FoundNotification[]; unread: number }> {
  return database.scoped(scope, async (tx) => {
    const rows = await tx
      .selectFrom('notification')
      .select(['id', 'kind', 'title', 'body', 'href', 'read_at', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return {
      notifications: rows.map(({ read_at, created_at, ...rest }) => ({
        ...rest,
        read: read_at !== null,
        created_at: created_at.toISOString(),
      })),
      unread: await countUnread(tx),
    }
  })
}

export async function countUnread(tx: ScopedTransaction): Promise<number> {
  const { unread } = await tx
    .selectFrom('notification')
    .select((of) => of.fn.countAll<string>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

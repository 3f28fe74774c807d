import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { NewNotification } from './add.ts'

type NotificationKind = NewNotification['kind']

interface FoundNotification {
  id: string
  kind: string
  title: string
  body: string
  href: string
  read: boolean
  created_at: string
}

/** The newest notifications, and how many of all of them this reader has not read; both without the hidden kinds. */
export async function listNotifications(
  database: Database,
  scope: Scope,
  { reader, limit, hiddenKinds = [] }: { reader: string; limit: number; hiddenKinds?: readonly NotificationKind[] },
): Promise<{ notifications: FoundNotification[]; unread: number }> {
  return database.snapshot(scope, async (tx) => {
    const rows = await tx
      .selectFrom('notification')
      .select(['id', 'kind', 'title', 'body', 'href', 'created_at'])
      .select(isUnreadBy(tx, reader).as('unread'))
      .$if(hiddenKinds.length > 0, (query) => query.where('kind', 'not in', [...hiddenKinds]))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return {
      notifications: rows.map(({ unread, created_at, ...rest }) => ({
        ...rest,
        read: !unread,
        created_at: created_at.toISOString(),
      })),
      unread: await countUnread(tx, reader, hiddenKinds),
    }
  })
}

export async function countUnread(
  tx: ScopedTransaction,
  reader: string,
  hiddenKinds: readonly NotificationKind[] = [],
): Promise<number> {
  const { unread } = await tx
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where(isUnreadBy(tx, reader))
    .$if(hiddenKinds.length > 0, (query) => query.where('kind', 'not in', [...hiddenKinds]))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** True when neither this reader nor, from before reads were stored per user, anyone has read it. */
export function isUnreadBy(tx: ScopedTransaction, reader: string) {
  return sql<boolean>`notification.read_at IS NULL AND NOT EXISTS (
    SELECT FROM notification_read r WHERE r.organization_id = ${tx.scopedTo}::uuid
      AND r.notification_id = notification.id AND r.reader = ${reader})`
}

import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { publish } from '../live/publish.ts'
import type { NewNotification } from './add.ts'
import { countUnread, isUnreadBy } from './list.ts'

interface MarkRead {
  reader: string
  /** Default: all. */
  ids: readonly string[] | undefined
  now: Date
  /** Not counted: the reader does not see them. */
  hiddenKinds?: readonly NewNotification['kind'][]
}

/** Marks some, or all, as read by one reader; returns the reader's number of unread ones. */
export async function markNotificationsRead(
  database: Database,
  scope: Scope,
  { reader, ids, now, hiddenKinds }: MarkRead,
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const { numInsertedOrUpdatedRows: marked } = await tx
      .insertInto('notification_read')
      .columns(['organization_id', 'reader', 'notification_id', 'read_at'])
      .expression(
        tx
          .selectFrom('notification')
          .select([
            sql<string>`${tx.scopedTo}::uuid`.as('organization_id'),
            sql<string>`${reader}::text`.as('reader'),
            'notification.id as notification_id',
            sql<Date>`${now}::timestamptz`.as('read_at'),
          ])
          .where(isUnreadBy(tx, reader))
          .$if(ids !== undefined, (query) =>
            query.where('notification.id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // The reader's other open screens show the same count.
    if (Number(marked ?? 0) > 0)
      await publish(tx, scope, { channel: 'metrics', payload: { kind: 'notifications_read' } })
    return countUnread(tx, reader, hiddenKinds)
  })
}

/** Marks notifications as read by everyone, for a seeded organization that begins with only some of them unread. */
export async function markReadByEveryone(database: Database, scope: Scope, ids: readonly string[], now: Date) {
  if (ids.length === 0) return
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('notification')
      .set({ read_at: now })
      .where('id', 'in', [...ids])
      .execute(),
  )
}

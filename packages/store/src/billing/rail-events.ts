/** Messages of the rail: each is stored once, answered at once and handled later. They belong to no organization. */
import type { RailEvent } from '@kept/domain/billing/payment-rail.ts'
import type { Database } from '../database/connect.ts'

/** False where the same message was received before. */
export async function addRailEvent(database: Database, event: RailEvent, now: Date): Promise<boolean> {
  const row = await database.shared
    .insertInto('billing_rail_event')
    .values({
      ...{ id: event.id, type: event.type, object_kind: event.object.kind, object_ref: event.object.ref },
      ...{ made_at: new Date(event.createdAt * 1000), received_at: now },
      // Of objects that Kept does not follow nothing is to be done.
      ...(event.object.kind === 'other' && { handled_at: now }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface WaitingEvent {
  id: string
  type: string
  kind: RailEvent['object']['kind']
  ref: string
  attempts: number
}

/** Oldest first. */
export async function listWaitingEvents(
  database: Database,
  { limit, maxAttempts }: { limit: number; maxAttempts: number },
): Promise<WaitingEvent[]> {
  const rows = await database.shared
    .selectFrom('billing_rail_event')
    .select(['id', 'type', 'object_kind', 'object_ref', 'attempts'])
    .where('handled_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .orderBy('attempts')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ object_kind, object_ref, ...row }) => ({ ...row, kind: object_kind, ref: object_ref }))
}

export async function markHandled(database: Database, id: string, now: Date): Promise<void> {
  await database.shared
    .updateTable('billing_rail_event')
    .set({ handled_at: now, error: '' })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(database: Database, id: string, error: string): Promise<void> {
  await database.shared
    .updateTable('billing_rail_event')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), error }))
    .where('id', '=', id)
    .execute()
}

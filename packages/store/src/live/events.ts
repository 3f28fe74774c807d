/** Events for open screens, visible in order and stored for a day, so that a screen that was offline can catch up. */
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { announceAudit } from './announce-audit.ts'

export interface LiveEvent {
  seq: number
  channel: 'metrics' | 'alerts' | 'security' | 'audit'
  type: 'metrics_update' | 'cost_alert' | 'security_alert' | 'audit_event'
  payload: Record<string, unknown>
  at: string
}

/** With more missed events than this, reloading is faster than catching up. */
export const maxMissed = 500

/** Events after `since`, oldest first; `isComplete` is false when some of them were deleted. */
export async function readLiveEvents(
  database: Database,
  scope: Scope,
  afterSeq: number,
): Promise<{ events: LiveEvent[]; isComplete: boolean }> {
  return database.scoped(scope, async (tx) => {
    await announceAudit(tx)
    const rows = await tx
      .selectFrom('live_event')
      .select(['seq', 'channel', 'type', 'payload', 'at'])
      .where('seq', '>', String(afterSeq))
      .orderBy('seq')
      .limit(maxMissed + 1)
      .execute()
    const earlierEvents = await tx
      .selectFrom('live_event')
      .select('seq')
      .where('seq', '<=', String(afterSeq))
      .limit(1)
      .execute()
    return {
      events: rows.slice(0, maxMissed).map(toLiveEvent),
      isComplete: rows.length <= maxMissed && (afterSeq === 0 || earlierEvents.length > 0),
    }
  })
}

/** The last events, oldest first: as many as a returning screen has typically missed. */
export async function lastLiveEvents(database: Database, scope: Scope, limit: number): Promise<LiveEvent[]> {
  const rows = await database.scoped(scope, async (tx) => {
    await announceAudit(tx)
    return tx
      .selectFrom('live_event')
      .select(['seq', 'channel', 'type', 'payload', 'at'])
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
  })
  return rows.reverse().map(toLiveEvent)
}

/** The number of the last event; 0 when there is none. */
export async function lastLiveSeq(database: Database, scope: Scope): Promise<number> {
  const row = await database.scoped(scope, async (tx) => {
    await announceAudit(tx)
    return tx
      .selectFrom('live_event')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst()
  })
  return Number(row?.seq ?? 0)
}

/** Deletes events older than a day, except the last one, by which readers know that nothing is missing. */
export async function pruneLiveEvents(database: Database, scope: Scope, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs)
  await database.scoped(scope, (tx) =>
    tx
      .deleteFrom('live_event')
      .where('at', '<', dayAgo)
      .where('seq', '<', sql<string>`(SELECT max(seq) FROM live_event)`)
      .execute(),
  )
}

function toLiveEvent({ seq, at, ...rest }: Omit<LiveEvent, 'seq' | 'at'> & { seq: string; at: Date }): LiveEvent {
  return { ...rest, seq: Number(seq), at: at.toISOString() }
}

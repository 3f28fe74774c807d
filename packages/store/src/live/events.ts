/** What open screens are told, each visible only after those before it; kept for a day, so that whoever was away can catch up. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface LiveEvent {
  seq: number
  channel: 'metrics' | 'alerts' | 'security'
  type: 'metrics_update' | 'cost_alert' | 'security_alert'
  payload: Record<string, unknown>
  at: string
}

/** More than this at once, and starting over is quicker than catching up. */
export const maxMissed = 500

/** Events after `since`, the oldest first; `whole` is false when some between were dropped meanwhile. */
export async function readLiveEvents(
  database: Database,
  scope: Scope,
  afterSeq: number,
): Promise<{ events: LiveEvent[]; isComplete: boolean }> {
  return database.scoped(scope, async (tx) => {
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

/** The last events there are, the oldest first: what most of those who come back have missed at most. */
export async function lastLiveEvents(database: Database, scope: Scope, limit: number): Promise<LiveEvent[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('live_event')
      .select(['seq', 'channel', 'type', 'payload', 'at'])
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute(),
  )
  return rows.reverse().map(toLiveEvent)
}

/** The number of the last event there is; 0 when there is none. */
export async function lastLiveSeq(database: Database, scope: Scope): Promise<number> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('live_event')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst(),
  )
  return Number(row?.seq ?? 0)
}

/** Drops what is older than a day, except the last one, by which it is known that nothing is missing. */
export async function pruneLiveEvents(database: Database, scope: Scope, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
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

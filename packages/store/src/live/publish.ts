/** Tells every open screen of an organization something, on every Kept of this database, once its transaction commits. */

import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { LiveEvent } from './events.ts'

/** What each kind of news is called on the wire; screens ask anew for whatever they show. */
const types = {
  metrics: 'metrics_update',
  alerts: 'cost_alert',
  security: 'security_alert',
} as const satisfies Record<LiveEvent['channel'], LiveEvent['type']>

export interface LiveNews {
  channel: LiveEvent['channel']
  /** A few hundred bytes: what happened and to what, not the thing itself. `title` is said aloud on alerts. */
  payload: Record<string, unknown>
}

/** Notifications and the security trail do this by themselves; this is for what changes without being news. */
export async function publishLive(tx: ScopedTransaction, scope: Scope, { channel, payload }: LiveNews): Promise<void> {
  await sql`SELECT publish_live_event(${scope.organizationId}::uuid, ${channel}, ${types[channel]}, ${JSON.stringify(payload)}::jsonb)`.execute(
    tx,
  )
}

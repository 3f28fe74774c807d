/** Publishes an event to all open screens of an organization, on every Kept of this database, after commit. */

import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { LiveEvent } from './events.ts'

/** The event type of each kind of change; screens refetch the data they show. */
const types = {
  metrics: 'metrics_update',
  alerts: 'cost_alert',
  security: 'security_alert',
} as const satisfies Record<LiveEvent['channel'], LiveEvent['type']>

interface LiveNews {
  channel: LiveEvent['channel']
  /** A few hundred bytes: what happened to which object, without the object. `title` is read out for alerts. */
  payload: Record<string, unknown>
}

/** Notifications and the security trail publish their own events; this is for all other changes. */
export async function publishLive(tx: ScopedTransaction, scope: Scope, { channel, payload }: LiveNews): Promise<void> {
  await sql`SELECT publish_live_event(${scope.organizationId}::uuid, ${channel}, ${types[channel]}, ${JSON.stringify(payload)}::jsonb)`.execute(
    tx,
  )
}

/**
 * Live events: what the open screens of an organization are told when something changes. A repository publishes beside
 * the change, in its transaction: readers see the event exactly when they see the change.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { LiveEvent } from './events.ts'

/** The name of each channel's events in the API. */
const types = {
  metrics: 'metrics_update',
  alerts: 'cost_alert',
  security: 'security_alert',
  audit: 'audit_event',
} as const satisfies Record<LiveEvent['channel'], LiveEvent['type']>

interface NewLiveEvent {
  channel: LiveEvent['channel']
  /** A few hundred bytes: what happened and to what. Screen readers read the `title` of an alert aloud. */
  payload: Record<string, unknown>
}

/** Publishes to every Kept process on this database when the transaction commits. */
export async function publish(
  tx: ScopedTransaction,
  { organizationId }: Scope,
  { channel, payload }: NewLiveEvent,
): Promise<void> {
  const organization = sql`${organizationId}::uuid`
  // Numbers are drawn under the lock, so they become visible in order: who has read 7 never finds a 6 later.
  await sql`
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(7253015, hashtext(${organization}::text)))
    INSERT INTO live_event (organization_id, channel, type, payload)
    SELECT ${organization}, ${channel}, ${types[channel]}, ${JSON.stringify(payload)}::jsonb FROM locked
    RETURNING pg_notify('kept_live', organization_id::text)`.execute(tx)
}

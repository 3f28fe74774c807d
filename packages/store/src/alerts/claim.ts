/** Claims a delivery for sending and records the result. Only one process sends a delivery at a time. */
import type { AlertEvent } from '@kept/domain/alert.ts'
import { alertKindsHiddenFrom } from '@kept/domain/alert-labels.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { leaseFor } from '../database/lease.ts'
import { findMembers } from '../people/members.ts'
import { activeMembers } from './active-members.ts'
import { type StoredChannel, toChannel } from './channels.ts'
import { toEvent } from './events.ts'

/** Longer than any attempt may take. */
const claimMs = 2 * 60_000

export interface ClaimedDelivery {
  id: string
  kind: 'alert' | 'digest' | 'test'
  thread: string
  title: string
  rules: string[]
  owners: string[]
  /** Number of this attempt, from 1. */
  attempt: number
  /** Attempts since a user last sent it again, including this one. */
  inARow: number
  /** Of a personal email, only those that its user may read now. */
  events: AlertEvent[]
  channel: StoredChannel
  /** True for an email notification to a single user. */
  isPersonal: boolean
  /** True for a personal email that the user never asked for or declined. */
  isByDefault: boolean
  /** The receiver's own id of the incident, from an earlier delivery. */
  external: string | null
  organization: { name: string; demo: boolean }
}

/**
 * Returns undefined when there is nothing to send: it is not due, another process has claimed it, or an earlier message
 * of the same incident to the same channel is still being sent and must arrive first.
 */
export async function claimDelivery(
  database: Database,
  scope: Scope,
  id: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> {
  return database.scoped(scope, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(7253018, hashtext(${scope.organizationId}))`.execute(tx)
    const row = await tx
      .selectFrom('alert_delivery')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    if (row.thread !== '' && (await hasEarlier(tx, row))) {
      // The next tick checks it again.
      await tx.updateTable('alert_delivery').set({ queued_at: null }).where('id', '=', id).execute()
      return undefined
    }
    await tx
      .updateTable('alert_delivery')
      .set({ status: 'sending', claimed_until: leaseFor(claimMs), attempts: row.attempts + 1 })
      .where('id', '=', id)
      .execute()
    const channel = await tx
      .selectFrom('alert_channel')
      .selectAll()
      .where('id', '=', row.channel_id)
      .executeTakeFirstOrThrow()
    const existingThread = await tx
      .selectFrom('alert_thread')
      .select('external')
      .where('channel_id', '=', row.channel_id)
      .where('thread', '=', row.thread)
      .executeTakeFirst()
    const organization = await tx
      .selectFrom('organization')
      .select(['name', 'demo'])
      .where('id', '=', scope.organizationId)
      .executeTakeFirstOrThrow()
    const { kind, thread, title, rules } = row
    const owners = channel.person_id ? await addressOf(tx, channel.person_id) : await stillHere(tx, row.owners)
    return {
      ...{ id, kind, thread, title, rules, owners, organization },
      attempt: row.attempts + 1,
      inARow: row.attempts + 1 - row.attempts_before,
      events: channel.person_id ? await readableEventsOf(tx, id, channel.person_id) : await eventsOf(tx, id),
      channel: toChannel(channel),
      isPersonal: channel.person_id !== null,
      isByDefault: channel.person_id !== null && channel.email_preferences === null,
      external: existingThread?.external ?? null,
    }
  })
}

/** Email notifications of a user go to the current address, as long as the user is a member. */
async function addressOf(tx: ScopedTransaction, personId: string): Promise<string[]> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  return stillHere(tx, [email])
}

/** What was gathered while the user could read it may be hidden from them by now. */
async function readableEventsOf(tx: ScopedTransaction, deliveryId: string, personId: string): Promise<AlertEvent[]> {
  const [member] = await findMembers(tx, [personId])
  const permissions = member?.status === 'active' ? effectivePermissions(member.role, member.grants) : []
  if (!permissions.includes('notifications:read')) return []
  const hiddenKinds = alertKindsHiddenFrom(permissions)
  return (await eventsOf(tx, deliveryId)).filter(({ kind }) => !hiddenKinds.includes(kind))
}

/** Users who left the organization are not named and receive nothing. */
async function stillHere(tx: ScopedTransaction, owners: readonly string[]): Promise<string[]> {
  if (owners.length === 0) return []
  const members = await activeMembers(tx, owners)
  return owners.filter((email) => members.has(email))
}

async function hasEarlier(
  tx: ScopedTransaction,
  row: { id: string; channel_id: string; thread: string; created_at: Date },
): Promise<boolean> {
  const earlierDelivery = await tx
    .selectFrom('alert_delivery')
    .select('id')
    .where('channel_id', '=', row.channel_id)
    .where('thread', '=', row.thread)
    .where('status', 'in', ['waiting', 'sending'])
    .where('id', '<>', row.id)
    .where(({ or, and, eb }) =>
      or([
        eb('created_at', '<', row.created_at),
        and([eb('created_at', '=', row.created_at), eb('id', '<', row.id)]),
        // Sent again by a user while a newer delivery exists: two deliveries of one incident are never sent at the same
        // time.
        eb('status', '=', 'sending'),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return earlierDelivery !== undefined
}

export async function eventsOf(tx: ScopedTransaction, deliveryId: string): Promise<AlertEvent[]> {
  const rows = await tx
    .selectFrom('alert_event')
    .innerJoin('alert_delivery_event as of', 'of.event_id', 'alert_event.id')
    .selectAll('alert_event')
    .where('of.delivery_id', '=', deliveryId)
    .orderBy('alert_event.at')
    .orderBy('alert_event.id')
    .execute()
  return rows.map(toEvent)
}

interface AttemptResult {
  attempt: number
  at: Date
  tookMs: number
  ok: boolean
  status: number | null
  sentence: string
  /** Null: the delivery is finished. */
  nextTryAt: Date | null
  /** The receiver's id of the incident from now on; null deletes the stored one. */
  external?: string | null
  /** The receiver refuses all further messages. */
  turnOff?: boolean
}

/** Records an attempt. `queue` receives the next attempt, in the same transaction. */
export async function noteAttempt(
  database: Database,
  scope: Scope,
  { id, thread, channel }: Pick<ClaimedDelivery, 'id' | 'thread' | 'channel'>,
  result: AttemptResult,
  queue: (tx: ScopedTransaction) => Promise<void>,
): Promise<void> {
  const { attempt, at, tookMs, ok, status, sentence, nextTryAt, external, turnOff } = result
  await database.scoped(scope, async (tx) => {
    const inTime = await tx
      .updateTable('alert_delivery')
      .set({
        status: ok ? 'delivered' : nextTryAt ? 'waiting' : 'failed',
        claimed_until: null,
        next_attempt_at: nextTryAt,
        queued_at: nextTryAt,
        last_result: sentence,
        finished_at: nextTryAt ? null : at,
      })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .where('attempts', '=', attempt)
      .returning('id')
      .executeTakeFirst()
    await tx
      .insertInto('alert_attempt')
      .values({
        ...{ organization_id: tx.scopedTo, delivery_id: id, n: attempt, at, duration_ms: tookMs, ok, status, sentence },
        next_attempt_at: nextTryAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (external === null) {
      await tx.deleteFrom('alert_thread').where('channel_id', '=', channel.id).where('thread', '=', thread).execute()
    } else if (external !== undefined && thread !== '') {
      await tx
        .insertInto('alert_thread')
        .values({ organization_id: tx.scopedTo, channel_id: channel.id, thread, external, opened_at: at })
        .onConflict((conflict) => conflict.columns(['channel_id', 'thread']).doUpdateSet({ external }))
        .execute()
    }
    if (turnOff) await tx.updateTable('alert_channel').set({ enabled: false }).where('id', '=', channel.id).execute()
    if (inTime && nextTryAt) await queue(tx)
  })
}

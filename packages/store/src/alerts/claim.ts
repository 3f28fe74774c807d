/** Taking a delivery to send it, and saying how it went. Only one of all processes sends it at a time. */
import type { AlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { activeMembers } from './active-members.ts'
import { type StoredChannel, toChannel } from './channels.ts'
import { toEvent } from './events.ts'

/** Longer than any try may take. */
const claimMs = 2 * 60_000

export interface ClaimedDelivery {
  id: string
  kind: 'alert' | 'digest' | 'test'
  thread: string
  title: string
  rules: string[]
  owners: string[]
  /** Of this try: 1 is the first. */
  attempt: number
  /** Tries since somebody had it sent again by hand, this one too. */
  inARow: number
  events: AlertEvent[]
  channel: StoredChannel
  /** A letter of somebody's own. */
  isPersonal: boolean
  /** What the receiver calls the incident, when it was told of it before. */
  external: string | null
  organization: { name: string; demo: boolean }
}

/**
 * Undefined when there is nothing to send: not due, taken by somebody else, or an earlier message of the same incident
 * is still on its way to the same place; that one goes first.
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
      // Looked at again with the next tick.
      await tx.updateTable('alert_delivery').set({ queued_at: null }).where('id', '=', id).execute()
      return undefined
    }
    await tx
      .updateTable('alert_delivery')
      .set({ status: 'sending', claimed_until: new Date(now.getTime() + claimMs), attempts: row.attempts + 1 })
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
      events: await eventsOf(tx, id),
      channel: toChannel(channel),
      isPersonal: channel.person_id !== null,
      external: existingThread?.external ?? null,
    }
  })
}

/** Where letters go that are a person's own: to the address of today, while they belong here. */
async function addressOf(tx: ScopedTransaction, personId: string): Promise<string[]> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  return stillHere(tx, [email])
}

/** Whoever left the organization since is neither named nor written to. */
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
        // Sent again by hand beside a newer one: two of one incident are never on their way at once.
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

export interface AttemptResult {
  attempt: number
  at: Date
  tookMs: number
  ok: boolean
  status: number | null
  sentence: string
  /** Null: it has ended, one way or the other. */
  nextTryAt: Date | null
  /** What the receiver calls the incident from now on; null takes back what was known. */
  external?: string | null
  /** The receiver wants nothing any more. */
  turnOff?: boolean
}

/** Writes down a try. `queue` is handed the next one, in the same transaction. */
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

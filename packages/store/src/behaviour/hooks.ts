/** Hooks: addresses to which other systems send signs of use, and the deliveries that came. */
import type { BehaviourHook, HookKindId } from '@kept/domain/behaviour-hook.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface NewHook {
  id: string
  kind: HookKindId
  name: string
  /** Sealed. */
  secret: string
  created_by: string
  created_at: Date
}

export async function createHook(tx: ScopedTransaction, hook: NewHook): Promise<BehaviourHook> {
  const row = await tx
    .insertInto('behaviour_hook')
    .values({ organization_id: tx.scopedTo, ...hook })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toHook(row, hook.created_at)
}

export async function listHooks(database: Database, scope: Scope, now: Date): Promise<BehaviourHook[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('behaviour_hook').selectAll().orderBy('created_at', 'desc').orderBy('id').execute(),
  )
  return rows.map((row) => toHook(row, now))
}

export async function kindOfHook(tx: ScopedTransaction, id: string): Promise<HookKindId | undefined> {
  const row = await tx
    .selectFrom('behaviour_hook')
    .select('kind')
    .where('id', '=', id)
    .where('organization_id', '=', tx.scopedTo)
    .executeTakeFirst()
  return row?.kind
}

/** The secret before stays good until `until`; undefined when there is no such hook. */
export async function changeHookSecret(
  tx: ScopedTransaction,
  id: string,
  { secret, until, now }: { secret: string; until: Date; now: Date },
): Promise<BehaviourHook | undefined> {
  const row = await tx
    .updateTable('behaviour_hook')
    .set((of) => ({ former_secret: of.ref('secret'), former_until: until, secret }))
    .where('id', '=', id)
    .where('organization_id', '=', tx.scopedTo)
    .returningAll()
    .executeTakeFirst()
  return row && toHook(row, now)
}

/** What was there; undefined when there was no such hook. What it sent stays. */
export async function removeHook(
  tx: ScopedTransaction,
  id: string,
): Promise<{ name: string; kind: HookKindId } | undefined> {
  return tx
    .deleteFrom('behaviour_hook')
    .where('id', '=', id)
    .where('organization_id', '=', tx.scopedTo)
    .returning(['name', 'kind'])
    .executeTakeFirst()
}

export interface AddressedHook {
  id: string
  organization_id: string
  kind: HookKindId
  secret: string
  former_secret: string | null
  former_until: Date | null
}

/** By its address, over all organisations: it is the hook that says whose the delivery is. */
export function findAddressedHook(database: Database, id: string): Promise<AddressedHook | undefined> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.behaviour_hook_id', ${id}, true)`.execute(tx)
    return tx
      .selectFrom('behaviour_hook')
      .select(['id', 'organization_id', 'kind', 'secret', 'former_secret', 'former_until'])
      .where('id', '=', id)
      .executeTakeFirst()
  })
}

export interface KnownDelivery {
  hook_id: string
  /** "" where the sender numbers nothing. */
  delivery_id: string
  body_hash: string
}

/** Whether it came before: by its number, or word for word. */
export async function isDelivered(database: Database, scope: Scope, delivery: KnownDelivery): Promise<boolean> {
  const { hook_id, delivery_id, body_hash } = delivery
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('behaviour_delivery')
      .select('hook_id')
      .where('hook_id', '=', hook_id)
      .where((of) =>
        of.or([of('body_hash', '=', body_hash), ...(delivery_id === '' ? [] : [of('delivery_id', '=', delivery_id)])]),
      )
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** Notes what came of a delivery. `delivery` is null when it may be sent again. */
export async function noteDelivery(
  database: Database,
  scope: Scope,
  id: string,
  { delivery, events, words, now }: { delivery: KnownDelivery | null; events: number; words: string; now: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    if (delivery) {
      await tx
        .insertInto('behaviour_delivery')
        .values({ organization_id: tx.scopedTo, ...delivery, received_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await tx
      .updateTable('behaviour_hook')
      .set((of) => ({
        deliveries: of('deliveries', '+', 1),
        events: of('events', '+', events),
        last_delivery_at: now,
        last_words: words,
      }))
      .where('id', '=', id)
      .execute()
  })
}

export async function noteRefusal(
  database: Database,
  scope: Scope,
  id: string,
  { words, now }: { words: string; now: Date },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.updateTable('behaviour_hook').set({ last_refused_at: now, last_refusal: words }).where('id', '=', id).execute(),
  )
}

/** Deliveries of events that are forgotten themselves. */
export async function forgetDeliveries(database: Database, scope: Scope, before: string): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.deleteFrom('behaviour_delivery').where('received_at', '<', new Date(before)).execute(),
  )
}

interface HookRow {
  id: string
  kind: HookKindId
  name: string
  created_by: string
  created_at: Date
  former_until: Date | null
  deliveries: number
  events: number
  last_delivery_at: Date | null
  last_words: string
  last_refused_at: Date | null
  last_refusal: string
}

function toHook(row: HookRow, now: Date): BehaviourHook {
  const { id, kind, name, created_by, deliveries, events, last_words, last_refusal } = row
  return {
    id,
    kind,
    name,
    created_by,
    created_at: row.created_at.toISOString(),
    former_until: row.former_until && row.former_until > now ? row.former_until.toISOString() : null,
    deliveries,
    events,
    last_delivery_at: row.last_delivery_at?.toISOString() ?? null,
    last_words,
    last_refused_at: row.last_refused_at?.toISOString() ?? null,
    last_refusal,
  }
}

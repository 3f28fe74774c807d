/** Webhooks that receive usage events, and their deliveries. */
import type { BehaviorHook, HookKindId } from '@kept/domain/behavior-hook.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

interface NewHook {
  id: string
  kind: HookKindId
  name: string
  /** Encrypted. */
  secret: string
  created_by: string
  created_at: Date
}

export async function createHook(tx: ScopedTransaction, hook: NewHook): Promise<BehaviorHook> {
  const row = await tx
    .insertInto('behavior_hook')
    .values({ organization_id: tx.scopedTo, ...hook })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toHook(row, hook.created_at)
}

export async function listHooks(database: Database, scope: Scope, now: Date): Promise<BehaviorHook[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('behavior_hook').selectAll().orderBy('created_at', 'desc').orderBy('id').execute(),
  )
  return rows.map((row) => toHook(row, now))
}

export async function kindOfHook(tx: ScopedTransaction, id: string): Promise<HookKindId | undefined> {
  const row = await tx
    .selectFrom('behavior_hook')
    .select('kind')
    .where('id', '=', id)
    .where('organization_id', '=', tx.scopedTo)
    .executeTakeFirst()
  return row?.kind
}

/** The previous secret stays valid until `until`; undefined when the webhook does not exist. */
export async function changeHookSecret(
  tx: ScopedTransaction,
  id: string,
  { secret, until, now }: { secret: string; until: Date; now: Date },
): Promise<BehaviorHook | undefined> {
  const row = await tx
    .updateTable('behavior_hook')
    .set((eb) => ({ previous_secret: eb.ref('secret'), previous_until: until, secret }))
    .where('id', '=', id)
    .where('organization_id', '=', tx.scopedTo)
    .returningAll()
    .executeTakeFirst()
  return row && toHook(row, now)
}

/** Returns the deleted webhook; undefined when it does not exist. Its events stay. */
export async function removeHook(
  tx: ScopedTransaction,
  id: string,
): Promise<{ name: string; kind: HookKindId } | undefined> {
  return tx
    .deleteFrom('behavior_hook')
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
  previous_secret: string | null
  previous_until: Date | null
}

/** Finds a webhook by its address, over all organizations: the webhook determines the organization of a delivery. */
export function findAddressedHook(database: Database, id: string): Promise<AddressedHook | undefined> {
  return database.shared.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.behavior_hook_id', ${id}, true)`.execute(tx)
    return tx
      .selectFrom('behavior_hook')
      .select(['id', 'organization_id', 'kind', 'secret', 'previous_secret', 'previous_until'])
      .where('id', '=', id)
      .executeTakeFirst()
  })
}

interface KnownDelivery {
  hook_id: string
  /** "" where the sender sends no id. */
  delivery_id: string
  body_hash: string
}

/** True when the delivery was received before: same id or same body. */
export async function isDelivered(database: Database, scope: Scope, delivery: KnownDelivery): Promise<boolean> {
  const { hook_id, delivery_id, body_hash } = delivery
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('behavior_delivery')
      .select('hook_id')
      .where('hook_id', '=', hook_id)
      .where((eb) =>
        eb.or([eb('body_hash', '=', body_hash), ...(delivery_id === '' ? [] : [eb('delivery_id', '=', delivery_id)])]),
      )
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** Records the result of a delivery. `delivery` is null when the sender may repeat it. */
export async function noteDelivery(
  database: Database,
  scope: Scope,
  id: string,
  { delivery, events, result, now }: { delivery: KnownDelivery | null; events: number; result: string; now: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    if (delivery) {
      await tx
        .insertInto('behavior_delivery')
        .values({ organization_id: tx.scopedTo, ...delivery, received_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await tx
      .updateTable('behavior_hook')
      .set((eb) => ({
        deliveries: eb('deliveries', '+', 1),
        events: eb('events', '+', events),
        last_delivery_at: now,
        last_result: result,
      }))
      .where('id', '=', id)
      .execute()
  })
}

export async function noteRefusal(
  database: Database,
  scope: Scope,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.updateTable('behavior_hook').set({ last_refused_at: now, last_refusal: reason }).where('id', '=', id).execute(),
  )
}

/** Deletes deliveries whose events are deleted by retention. */
export async function forgetDeliveries(database: Database, scope: Scope, before: string): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.deleteFrom('behavior_delivery').where('received_at', '<', new Date(before)).execute(),
  )
}

interface HookRow {
  id: string
  kind: HookKindId
  name: string
  created_by: string
  created_at: Date
  previous_until: Date | null
  deliveries: number
  events: number
  last_delivery_at: Date | null
  last_result: string
  last_refused_at: Date | null
  last_refusal: string
}

function toHook(row: HookRow, now: Date): BehaviorHook {
  const { id, kind, name, created_by, deliveries, events, last_result, last_refusal } = row
  return {
    id,
    kind,
    name,
    created_by,
    created_at: row.created_at.toISOString(),
    previous_until: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
    deliveries,
    events,
    last_delivery_at: row.last_delivery_at?.toISOString() ?? null,
    last_result,
    last_refused_at: row.last_refused_at?.toISOString() ?? null,
    last_refusal,
  }
}

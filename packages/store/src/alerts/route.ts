/** Routes new events to deliveries in one transaction: each event is routed exactly once. */
import type { AlertEvent, AlertRule } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { listChannels, type StoredChannel } from './channels.ts'
import { listEmailPreferences } from './email-preferences.ts'
import { takeUnrouted } from './events.ts'
import { listRules } from './rules.ts'

/** The engine's plan; the store contains no rules. */
interface DeliveryToMake {
  channelId: string
  kind: 'alert' | 'digest'
  thread: string
  dueAt: number
  events: readonly string[]
  rules: readonly string[]
  owners: readonly string[]
}

interface Routing {
  now: Date
  plan(events: AlertEvent[], rules: AlertRule[], channels: StoredChannel[]): DeliveryToMake[]
  titleOf(events: readonly AlertEvent[]): string
}

/** Returns how many events were routed and how many deliveries were created or extended. */
export async function routeEvents(
  database: Database,
  scope: Scope,
  { now, plan, titleOf }: Routing,
): Promise<{ events: number; deliveries: number }> {
  return database.scoped(scope, async (tx) => {
    // Concurrent processes run one after the other, so a digest is extended and not created twice.
    await sql`SELECT pg_advisory_xact_lock(7253017, hashtext(${scope.organizationId}))`.execute(tx)
    const events = await takeUnrouted(tx, now)
    if (events.length === 0) return { events: 0, deliveries: 0 }
    const personal = await listEmailPreferences(tx)
    const channels = [...(await listChannels(tx)), ...personal.channels]
    const rules = channels.length > 0 ? [...(await listRules(tx)), ...personal.rules] : []
    const planned = rules.length > 0 ? plan(events, rules, channels) : []
    const eventById = new Map(events.map((event) => [event.id, event]))
    for (const delivery of planned) {
      const deliveryEvents = delivery.events.flatMap((id) => eventById.get(id) ?? [])
      await createOrJoinDelivery(tx, delivery, titleOf(deliveryEvents), now)
    }
    return { events: events.length, deliveries: planned.length }
  })
}

async function createOrJoinDelivery(
  tx: ScopedTransaction,
  delivery: DeliveryToMake,
  title: string,
  now: Date,
): Promise<void> {
  const due = new Date(delivery.dueAt)
  const waiting = delivery.kind === 'digest' && due > now ? await waitingDigest(tx, delivery.channelId, due) : undefined
  const id = waiting ? await join(tx, waiting, delivery) : await createDelivery(tx, delivery, title, due, now)
  await tx
    .insertInto('alert_delivery_event')
    .values(delivery.events.map((event_id) => ({ organization_id: tx.scopedTo, delivery_id: id, event_id })))
    .execute()
}

function waitingDigest(tx: ScopedTransaction, channelId: string, due: Date) {
  return tx
    .selectFrom('alert_delivery')
    .select(['id', 'rules', 'owners'])
    .where('channel_id', '=', channelId)
    .where('kind', '=', 'digest')
    .where('status', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '=', due)
    .forUpdate()
    .executeTakeFirst()
}

async function join(
  tx: ScopedTransaction,
  { id, rules, owners }: { id: string; rules: string[]; owners: string[] },
  delivery: DeliveryToMake,
): Promise<string> {
  await tx
    .updateTable('alert_delivery')
    .set({
      rules: JSON.stringify([...new Set([...rules, ...delivery.rules])]),
      owners: JSON.stringify([...new Set([...owners, ...delivery.owners])]),
      title: 'Digest',
    })
    .where('id', '=', id)
    .execute()
  return id
}

async function createDelivery(
  tx: ScopedTransaction,
  { channelId, kind, thread, rules, owners }: DeliveryToMake,
  title: string,
  due: Date,
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('alert_delivery')
    .values({
      organization_id: tx.scopedTo,
      channel_id: channelId,
      ...{ kind, thread, title },
      rules: JSON.stringify(rules),
      owners: JSON.stringify(owners),
      status: 'waiting',
      next_attempt_at: due,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Routes new events to deliveries in one transaction: each event is routed exactly once. */
import type { AlertEvent, AlertRule } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { listChannels, type StoredChannel } from './channels.ts'
import { listDefaultEmails } from './default-emails.ts'
import { type EmailSettings, listEmailPreferences } from './email-preferences.ts'
import { findRepeated, takeUnrouted } from './events.ts'
import { listRules } from './rules.ts'

/** The engine's plan; the store contains no rules. */
interface DeliveryToMake {
  channelId: string
  kind: 'alert' | 'digest'
  thread: string
  dueAt: number
  /** Joins a delivery of the same channel, thread and time that waits. */
  gathers: boolean
  events: readonly string[]
  rules: readonly string[]
  owners: readonly string[]
}

interface Routing {
  now: Date
  /** `repeated`: the threads of these events that had an event since `repeatsSince`. */
  plan(
    events: AlertEvent[],
    rules: AlertRule[],
    channels: StoredChannel[],
    repeated: ReadonlySet<string>,
  ): DeliveryToMake[]
  titleOf(events: readonly AlertEvent[]): string
  mayRepeat(event: AlertEvent): boolean
  repeatsSince: Date
  /** The events about which those who manage security are written to although no one has asked for it. */
  eventsForDefaultEmails(events: AlertEvent[], rules: AlertRule[], channels: StoredChannel[]): AlertEvent[]
  defaultEmails: EmailSettings
}

/** Returns how many events were routed and how many deliveries were created or extended. */
export async function routeEvents(
  database: Database,
  scope: Scope,
  routing: Routing,
): Promise<{ events: number; deliveries: number }> {
  const { now, plan, titleOf } = routing
  return database.scoped(scope, async (tx) => {
    // Concurrent processes run one after the other, so a digest is extended and not created twice.
    await sql`SELECT pg_advisory_xact_lock(7253017, hashtext(${scope.organizationId}))`.execute(tx)
    const events = await takeUnrouted(tx, now)
    if (events.length === 0) return { events: 0, deliveries: 0 }
    const recipients = await recipientsOf(tx, events, routing)
    const repeated = await findRepeated(tx, events.filter(routing.mayRepeat), routing.repeatsSince)
    const planned = recipients.flatMap(({ events: sent, rules, channels }) =>
      rules.length > 0 ? plan(sent, rules, channels, repeated) : [],
    )
    const eventById = new Map(events.map((event) => [event.id, event]))
    for (const delivery of planned) {
      const deliveryEvents = delivery.events.flatMap((id) => eventById.get(id) ?? [])
      await createOrJoinDelivery(tx, delivery, titleOf(deliveryEvents), now)
    }
    return { events: events.length, deliveries: planned.length }
  })
}

interface Recipients {
  events: AlertEvent[]
  rules: AlertRule[]
  channels: StoredChannel[]
}

/** The channels and rules of the organization and of single users, and the default emails with the events they get. */
async function recipientsOf(
  tx: ScopedTransaction,
  events: AlertEvent[],
  { now, eventsForDefaultEmails, defaultEmails }: Routing,
): Promise<Recipients[]> {
  const channels = await listChannels(tx)
  const rules = channels.length > 0 ? await listRules(tx) : []
  const personal = await listEmailPreferences(tx)
  const chosen = { events, channels: [...channels, ...personal.channels], rules: [...rules, ...personal.rules] }
  const unsent = eventsForDefaultEmails(events, rules, channels)
  if (unsent.length === 0) return [chosen]
  return [chosen, { events: unsent, ...(await listDefaultEmails(tx, defaultEmails, now)) }]
}

async function createOrJoinDelivery(
  tx: ScopedTransaction,
  delivery: DeliveryToMake,
  title: string,
  now: Date,
): Promise<void> {
  const due = new Date(delivery.dueAt)
  const waiting = delivery.gathers ? await findWaiting(tx, delivery, due) : undefined
  const id = waiting ? await join(tx, waiting, delivery, title) : await createDelivery(tx, delivery, title, due, now)
  await tx
    .insertInto('alert_delivery_event')
    .values(delivery.events.map((event_id) => ({ organization_id: tx.scopedTo, delivery_id: id, event_id })))
    .execute()
}

function findWaiting(tx: ScopedTransaction, { channelId, kind, thread }: DeliveryToMake, due: Date) {
  return tx
    .selectFrom('alert_delivery')
    .select(['id', 'rules', 'owners'])
    .where('channel_id', '=', channelId)
    .where('kind', '=', kind)
    .where('thread', '=', thread)
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
  title: string,
): Promise<string> {
  await tx
    .updateTable('alert_delivery')
    .set({
      rules: JSON.stringify([...new Set([...rules, ...delivery.rules])]),
      owners: JSON.stringify([...new Set([...owners, ...delivery.owners])]),
      title: delivery.kind === 'digest' ? 'Digest' : title,
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

/** The delivery log: list and search it, read one delivery, send it again. */
import type { AlertKind, DeliveryStatus } from '@kept/domain/alert-labels.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { eventsOf } from './claim.ts'
import type { AlertsSchema } from './schema.ts'

/** Who reads. Deliveries to a user's own email channel are visible to that user only. */
export interface DeliveryViewer {
  userId: string | null
  /** Deliveries with an event of these kinds are not visible to them. */
  hiddenKinds: readonly AlertKind[]
}

interface DeliveryQuery {
  search?: string | undefined
  status?: DeliveryStatus | undefined
  channel?: string | undefined
  page: number
  page_size: number
}

export async function listDeliveries(database: Database, scope: Scope, query: DeliveryQuery, viewer: DeliveryViewer) {
  return database.snapshot(scope, async (tx) => {
    const base = withChannel(tx, viewer)
      .$if(query.status !== undefined, (builder) => builder.where('d.status', '=', query.status as DeliveryStatus))
      .$if(query.channel !== undefined, (builder) => builder.where('d.channel_id', '=', query.channel as string))
      .$if(Boolean(query.search), (builder) => {
        const like = `%${(query.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
        return builder.where(({ or, eb }) =>
          or([eb('d.title', 'ilike', like), eb('c.name', 'ilike', like), eb('d.last_result', 'ilike', like)]),
        )
      })
    const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await base
      .selectAll('d')
      .select(['c.name as channel_name', 'c.settings as channel_settings'])
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute()
    return { deliveries: rows.map(toDelivery), total: Number(total) }
  })
}

/** One delivery with its attempts and the events it contains, as of one moment: it may be sent meanwhile. */
export async function findDelivery(database: Database, scope: Scope, id: string, viewer: DeliveryViewer) {
  return database.snapshot(scope, async (tx) => {
    const row = await withChannel(tx, viewer)
      .selectAll('d')
      .select(['c.name as channel_name', 'c.settings as channel_settings'])
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (!row) throw missing()
    const tries = await tx.selectFrom('alert_attempt').selectAll().where('delivery_id', '=', id).orderBy('n').execute()
    return {
      ...toDelivery(row),
      tries: tries.map(({ organization_id: _, delivery_id: _id, at, next_attempt_at, ...rest }) => ({
        ...rest,
        at: at.toISOString(),
        next_attempt_at: next_attempt_at?.toISOString() ?? null,
      })),
      events: await eventsOf(tx, id),
    }
  })
}

/** Sends a failed or waiting delivery again at once and restarts its count of attempts. */
export async function sendAgain(
  database: Database,
  scope: Scope,
  id: string,
  { now, viewer }: { now: Date; viewer: DeliveryViewer },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const row = await withChannel(tx, viewer)
      .select(['d.status', 'd.attempts', 'd.kind', 'c.removed_at', 'c.enabled'])
      .where('d.id', '=', id)
      .forUpdate('d')
      .executeTakeFirst()
    if (!row) throw missing()
    if (row.status === 'delivered') throw new KeptError('conflict', 'It was delivered; there is nothing to send again.')
    if (row.status === 'sending') throw new KeptError('conflict', 'It is being sent right now; look again in a moment.')
    if (row.removed_at) throw new KeptError('conflict', 'Its channel was removed; there is nowhere to send it.')
    if (!row.enabled) throw new KeptError('conflict', 'Its channel is turned off; turn it on first.')
    await tx
      .updateTable('alert_delivery')
      .set({
        status: 'waiting',
        next_attempt_at: now,
        queued_at: null,
        finished_at: null,
        attempts_before: row.attempts,
      })
      .where('id', '=', id)
      .execute()
  })
}

/** A test delivery: sent by the caller, and only once. */
export async function addTest(
  tx: ScopedTransaction,
  { channelId, title, now }: { channelId: string; title: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('alert_delivery')
    .values({
      organization_id: tx.scopedTo,
      channel_id: channelId,
      ...{ kind: 'test', thread: '', title, rules: '[]', owners: '[]', status: 'waiting' },
      ...{ next_attempt_at: now, queued_at: now, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes deliveries that finished before this time, and events without deliveries. */
export async function pruneAlerts(database: Database, scope: Scope, before: Date): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx.deleteFrom('alert_delivery').where('finished_at', '<', before).execute()
    await tx
      .deleteFrom('alert_event')
      .where('at', '<', before)
      .where('routed_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('alert_delivery_event as of')
              .select('of.event_id')
              .whereRef('of.event_id', '=', 'alert_event.id'),
          ),
        ),
      )
      .execute()
    await tx
      .deleteFrom('alert_channel')
      .where('removed_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('alert_delivery as d').select('d.id').whereRef('d.channel_id', '=', 'alert_channel.id'))),
      )
      .execute()
  })
}

const withChannel = (tx: ScopedTransaction, { userId, hiddenKinds }: DeliveryViewer) =>
  tx
    .selectFrom('alert_delivery as d')
    .innerJoin('alert_channel as c', 'c.id', 'd.channel_id')
    .where(({ or, eb }) =>
      or([eb('c.person_id', 'is', null), ...(userId === null ? [] : [eb('c.person_id', '=', userId)])]),
    )
    .$if(hiddenKinds.length > 0, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('alert_delivery_event as of')
              .innerJoin('alert_event as e', 'e.id', 'of.event_id')
              .select('of.event_id')
              .whereRef('of.delivery_id', '=', 'd.id')
              .where('e.kind', 'in', [...hiddenKinds]),
          ),
        ),
      ),
    )

type Row = Selectable<AlertsSchema['alert_delivery']> & {
  channel_name: string
  channel_settings: Selectable<AlertsSchema['alert_channel']>['settings']
}

function toDelivery(row: Row) {
  const { id, kind, title, rules, owners, status, attempts, last_result, channel_id, channel_name } = row
  return {
    ...{ id, kind, title, rules, owners, status, attempts, last_result },
    channel: { id: channel_id, name: channel_name, kind: row.channel_settings.kind },
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

const missing = () => new KeptError('not_found', 'Delivery not found.')

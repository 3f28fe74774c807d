/** Telemetry that arrived at a process that does not watch its organisation, on its way to the one that does. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface RelayedDelivery {
  signal: string
  body: Buffer
}

/** More than this waits for no watcher: senders are asked to come again, and have queues of their own. */
const mostWaiting = 64 * 1024 ** 2
const mostAtOnce = 200

export async function relayTelemetry(database: Database, scope: Scope, delivery: RelayedDelivery): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const { bytes } = await tx
      .selectFrom('telemetry_relay')
      .select(sql<string>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      .executeTakeFirstOrThrow()
    if (Number(bytes) + delivery.body.length > mostWaiting)
      throw new KeptError('too_many_requests', 'More telemetry waits than is judged; send it again in half a minute.', {
        details: { retry_after: 30 },
      })
    await tx
      .insertInto('telemetry_relay')
      .values({ organization_id: scope.organizationId, ...delivery })
      .execute()
  })
}

/** What waits for the watcher, the oldest first; taken by whoever asks, once. */
export async function takeRelayed(database: Database, scope: Scope): Promise<RelayedDelivery[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .deleteFrom('telemetry_relay')
      .where('id', 'in', (of) => of.selectFrom('telemetry_relay').select('id').orderBy('id').limit(mostAtOnce))
      .returning(['id', 'signal', 'body'])
      .execute(),
  )
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ signal, body }) => ({ signal, body }))
}

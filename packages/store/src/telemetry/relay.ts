/** Telemetry that arrived at a process without the organization's lease, waiting for the one that holds it. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { writeUnlessDeleted } from '../organizations/writers.ts'

interface RelayedDelivery {
  id: string
  signal: string
  body: Buffer
}

/** With more than this waiting, senders are asked to retry; they have queues of their own. */
const maxWaiting = 64 * 1024 ** 2
const maxConcurrent = 200

export async function relayTelemetry(
  database: Database,
  scope: Scope,
  delivery: Omit<RelayedDelivery, 'id'>,
): Promise<void> {
  // Of an organization that is being deleted it is not stored: no process would ever take it.
  await writeUnlessDeleted(database, scope, async (tx) => {
    const { bytes } = await tx
      .selectFrom('forwarded_telemetry')
      .select(sql<string>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
      .executeTakeFirstOrThrow()
    if (Number(bytes) + delivery.body.length > maxWaiting)
      throw new KeptError(
        'too_many_requests',
        'More telemetry is waiting than can be evaluated; retry in half a minute.',
        {
          details: { retry_after: 30 },
        },
      )
    await tx
      .insertInto('forwarded_telemetry')
      .values({ organization_id: scope.organizationId, ...delivery })
      .execute()
  })
}

/** Waiting telemetry, oldest first. It stays until `recordBatch` has counted it. */
export async function listRelayed(
  database: Database,
  scope: Scope,
  knownIds: readonly string[],
): Promise<RelayedDelivery[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('forwarded_telemetry')
      .select(['id', 'signal', 'body'])
      .$if(knownIds.length > 0, (query) => query.where('id', 'not in', knownIds))
      .orderBy('id')
      .limit(maxConcurrent)
      .execute(),
  )
}

export async function hasRelayed(database: Database, scope: Scope): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('forwarded_telemetry').select('id').limit(1).executeTakeFirst(),
  )
  return row !== undefined
}

/** Known events: what users expect of future costs. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { AnomaliesSchema } from '../anomalies/schema.ts'
import type { Database } from '../database/connect.ts'

type KnownEventRow = Omit<AnomaliesSchema['known_event'], 'id' | 'organization_id' | 'created_at' | 'demo_visit'>

export async function listKnownEvents(
  database: Database,
  scope: Scope,
): Promise<(KnownEventRow & { id: string; created_at: string })[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('known_event').selectAll().orderBy('start_date').orderBy('id').execute(),
  )
  return rows.map(({ organization_id: _, created_at, demo_visit: _visit, ...rest }) => ({
    ...rest,
    factor: decimal(rest.factor),
    daily_amount: decimal(rest.daily_amount),
    created_at: created_at.toISOString(),
  }))
}

export async function addKnownEvent(
  database: Database,
  scope: Scope,
  event: KnownEventRow,
  now: Date,
): Promise<string> {
  const { id } = await database.scoped(scope, (tx) =>
    tx
      .insertInto('known_event')
      .values({ organization_id: scope.organizationId, ...event, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export async function removeKnownEvent(database: Database, scope: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('known_event').where('id', '=', id).executeTakeFirst(),
  )
  if (numDeletedRows === 0n) throw new KeptError('not_found', 'Event not found.')
}

import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/**
 * The loads whose cost lines may be seen, in one statement: a reader that passes these ids to the warehouse sees a
 * re-delivered month either as it was or as it is, never both.
 */
export async function currentLoadIds(database: Database, scope: Scope): Promise<string[]> {
  const loads = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .select('id')
      .where('status', '=', 'current')
      .where('dataset', '=', 'cost_and_usage')
      .orderBy('id')
      .execute(),
  )
  return loads.map(({ id }) => id)
}

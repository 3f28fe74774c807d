import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/**
 * The current loads of cost lines, in one statement: a reader that passes these ids to the warehouse sees a re-imported
 * month either before or after the change, never a mix.
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

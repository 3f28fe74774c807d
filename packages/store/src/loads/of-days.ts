import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

export interface LoadOfDays {
  id: string
  first: string
  last: string
}

/** Current loads of cost lines with the days they have. */
export async function currentLoadsWithDays(database: Database, scope: Scope): Promise<LoadOfDays[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .select(['id', 'first_charged_on as first', 'last_charge_on as last'])
      .where('status', '=', 'current')
      .where('dataset', '=', 'cost_and_usage')
      .orderBy('id')
      .execute(),
  )
}

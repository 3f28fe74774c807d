import type { Finding } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { toFinding } from './row.ts'

/** Every finding there ever was on a resource, the living ones first. */
export async function findingsOfResource(database: Database, scope: Scope, resourceId: string): Promise<Finding[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('finding')
      .selectAll()
      .where('resource_id', '=', resourceId)
      .orderBy((of) => of.case().when('status', '=', 'gone').then(1).else(0).end())
      .orderBy('monthly_saving', (order) => order.desc().nullsLast())
      .orderBy('id')
      .execute(),
  )
  return rows.map(toFinding)
}

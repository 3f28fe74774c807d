import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Tags of a resource, from bill and inventory; none when it does not exist. */
export async function readTagsOf(database: Database, scope: Scope, id: string): Promise<Record<string, string>> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('resource').select('tags').where('resource_id', '=', id).execute(),
  )
  return Object.assign({}, ...rows.map(({ tags }) => tags))
}

import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** The tags of resources, under any of their names, as "team=search": for rules that ask for a team. */
export async function readResourceTags(
  database: Database,
  scope: Scope,
  resourceIds: readonly string[],
): Promise<string[]> {
  if (resourceIds.length === 0) return []
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('resource')
      .select('tags')
      .where('resource_id', 'in', [...resourceIds])
      .execute(),
  )
  return [...new Set(rows.flatMap(({ tags }) => Object.entries(tags).map(([key, value]) => `${key}=${value}`)))]
}

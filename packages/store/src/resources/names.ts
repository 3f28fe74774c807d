import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** The display name of a resource: from inventory or bill, else the last part of its id. */
export type NameOfResource = (id: string) => string

export async function readResourceNames(
  database: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<NameOfResource> {
  const unique = [...new Set(ids)].filter((id) => id !== '')
  const rows =
    unique.length === 0
      ? []
      : await database.scoped(scope, (tx) =>
          tx.selectFrom('resource').select(['resource_id', 'name']).where('resource_id', 'in', unique).execute(),
        )
  const names = new Map(rows.map(({ resource_id, name }) => [resource_id, name]))
  return (id) => names.get(id) ?? (id.split(/[/:]/).findLast((part) => part !== '') || id)
}

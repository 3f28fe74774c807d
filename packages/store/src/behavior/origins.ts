/** What inventories say about the origin of machines: owner and creation time. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

export interface Origin {
  owner: string
  created_at: string | null
}

/** By resource id; resources that appear only on a bill are left out. */
export async function readOrigins(
  database: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Origin>> {
  if (ids.length === 0) return new Map()
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('resource')
      .select(['resource_id', 'inventory_owner', 'created_at'])
      .where('in_inventory', '=', true)
      .where('resource_id', 'in', ids)
      .execute(),
  )
  return new Map(
    rows.map(({ resource_id, inventory_owner, created_at }) => [
      resource_id,
      { owner: inventory_owner, created_at: created_at?.toISOString() ?? null },
    ]),
  )
}

/** For tests: how many rows an organization has in each table of both engines, also those only marked as deleted. */
import { isRetained, listDatabaseTables, listWarehouseTables } from '@kept/store/organizations/organization-tables.ts'
import type { World } from '@kept/store/testing/world.ts'

/** Without empty tables, those that a deletion retains, and the version of the data, which has none of it. */
export async function remainingRows(
  { database, warehouse, openOwner }: Pick<World, 'database' | 'warehouse' | 'openOwner'>,
  id: string,
): Promise<Record<string, number>> {
  const remaining: [string, number][] = []
  const owner = await openOwner()
  try {
    for (const { name } of await listDatabaseTables(database)) {
      if (isRetained(name) || name === 'data_version') continue
      const { rows } = await owner.query(`SELECT count(*)::int AS n FROM ${name} WHERE organization_id = $1`, [id])
      remaining.push([name, rows[0].n])
    }
  } finally {
    await owner.end()
  }
  for (const name of await listWarehouseTables(warehouse)) {
    const question = `SELECT count() AS n FROM ${name} WHERE organization_id = {id:UUID} SETTINGS apply_deleted_mask = 0`
    const [row] = await warehouse.inspect<{ n: number }>(question, { id })
    remaining.push([name, Number(row?.n)])
  }
  return Object.fromEntries(remaining.filter(([, rows]) => rows > 0))
}

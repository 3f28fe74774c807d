/** For tests: hashes of what one organization has in the warehouse, which show whether anything changed. */
import type { Scope } from '@kept/domain/scope.ts'
import { listWarehouseColumns } from '../organizations/organization-tables.ts'
import type { Warehouse } from '../warehouse/client.ts'

/** The number of rows and a hash of all of them, in any order, by table. Rows that a merge would replace do not count. */
export async function hashWarehouse(warehouse: Warehouse, scope: Scope): Promise<Record<string, string>> {
  const engines = await warehouse.inspect<{ name: string; engine: string }>(
    'SELECT name, engine FROM system.tables WHERE database = {database:String}',
    { database: warehouse.localDatabase },
  )
  const merging = new Set(
    engines.filter(({ engine }) => !/^(Replicated)?MergeTree$/.test(engine)).map(({ name }) => name),
  )
  const hashes: Record<string, string> = {}
  for (const [table, columns] of Map.groupBy(await listWarehouseColumns(warehouse), (column) => column.table)) {
    const fields = columns.map(({ name, type }) =>
      type.startsWith('AggregateFunction') ? `finalizeAggregation(${name})` : name,
    )
    const [row] = await warehouse.query<{ rows: string; hash: string }>(
      scope,
      `SELECT toString(count()) AS rows, toString(sum(cityHash64(toString(tuple(${fields.join(', ')}))))) AS hash
       FROM ${table}${merging.has(table) ? ' FINAL' : ''} WHERE organization_id = {organization_id:UUID}`,
    )
    hashes[table] = `${row?.rows} ${row?.hash}`
  }
  return hashes
}

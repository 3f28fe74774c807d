/** Readable names of ids: of several names of an id, the one that most lines of a load carry. */
import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { isDimension } from './key-sql.ts'
import { nameColumnOf } from './roll-up-columns.ts'
import { ofLoads } from './roll-up-sql.ts'

/** By key, then by value. */
export type Names = Map<GroupKey, Map<string, string>>

/** Keys whose names are few enough to read all of them: all except resources, which carry theirs. */
export function fewNamed(keys: readonly GroupKey[]): GroupKey[] {
  return keys.filter((key) => isNamed(key) && key !== 'resource')
}

export function isNamed(key: GroupKey): boolean {
  return isDimension(key) && nameColumnOf(key) !== undefined
}

/** Of all values, or of the given ones. */
export async function readNames(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  keys: readonly GroupKey[],
  values?: readonly string[],
): Promise<Names> {
  const names: Names = new Map()
  if (keys.length === 0 || values?.length === 0) return names
  const rows = await warehouse.query<{ dimension: GroupKey; value: string; name: string }>(
    scope,
    `SELECT dimension, value, argMax(v.name, (v.lines, v.name)) AS name FROM cost_value AS v
     WHERE ${ofLoads} AND v.name != '' AND dimension IN {keys:Array(String)}
       ${values ? 'AND value IN {values:Array(String)}' : ''}
     GROUP BY dimension, value`,
    { load_ids: loadIds, keys, ...(values && { values }) },
  )
  for (const { dimension, value, name } of rows) {
    const nameByValue = names.get(dimension) ?? new Map<string, string>()
    names.set(dimension, nameByValue.set(value, name))
  }
  return names
}

/** Resources, services, accounts and tags by what a person remembers of them: exact first, then beginnings, then parts. */
import type { GroupKey } from '@kept/domain/cube.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { ofLoads } from './roll-up-sql.ts'

export interface FoundValue {
  key: GroupKey
  value: string
  name: string
  provider: string
  service: string
  /** 0 the very word, 1 its beginning, 2 somewhere inside. */
  place: number
}

const searched = ['resource', 'service', 'sub_account', 'billing_account']

export async function findValues(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { text, limit }: { text: string; limit: number },
): Promise<FoundValue[]> {
  if (loadIds.length === 0) return []
  return warehouse.ask<FoundValue>(
    scope,
    `SELECT dimension AS key, value, name, provider, service, place FROM (
       SELECT dimension, value, argMaxIf(v.name, (v.lines, v.name), v.name != '') AS name, argMax(v.provider, v.lines) AS provider,
         argMax(v.service, v.lines) AS service, sum(v.lines) AS lines,
         min(least(${placeOf('v.value')}, ${placeOf('v.name')})) AS place
       FROM cost_value AS v
       WHERE ${ofLoads} AND (dimension IN {searched:Array(String)} OR dimension LIKE 'tag:%') AND value != ''
         AND (positionCaseInsensitiveUTF8(v.value, {text:String}) > 0 OR positionCaseInsensitiveUTF8(v.name, {text:String}) > 0)
       GROUP BY dimension, value
     ) ORDER BY place, indexOf({searched:Array(String)}, dimension) = 0, lines DESC, value LIMIT {limit:UInt32}`,
    { load_ids: loadIds, searched, text, limit },
  )
}

/** The last part of an address-like id ("arn:aws:ec2:...:instance/i-0abc") counts as a word of its own. */
function placeOf(column: string): string {
  const lower = `lowerUTF8(${column})`
  const wanted = 'lowerUTF8({text:String})'
  const part = (end: 'endsWith' | 'position') =>
    ['/', ':'].map((mark) => `${end}(${lower}, concat('${mark}', ${wanted}))`).join(' OR ')
  return `multiIf(${lower} = ${wanted} OR ${part('endsWith')}, 0, startsWith(${lower}, ${wanted}) OR ${part('position')}, 1,
    position(${lower}, ${wanted}) > 0, 2, 3)`
}

/** The values of a dimension or tag, for selection lists: by cost, each with its readable name. */
import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type Binder, createBinder } from './binder.ts'
import { filterSql, isTag, keySql, levelOf, smallestTable } from './key-sql.ts'
import { isNamed, readNames } from './names.ts'
import { ofLoads } from './roll-up-sql.ts'

interface DimensionValue {
  /** "" means lines without a value. */
  value: string
  name: string
  lines: number
}

export interface ValuesRequest {
  key: GroupKey
  /** Part of a value or of its name, case-insensitive. */
  search?: string
  start_date?: string
  end_date?: string
  limit: number
}

export async function listValues(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  request: ValuesRequest,
): Promise<DimensionValue[]> {
  if (loadIds.length === 0) return []
  const bind = createBinder()
  const { key, start_date: from, end_date: to, limit } = request
  const remembered = !from && !to && levelOf(key) !== 'lines'
  const rows = await warehouse.query<{ value: string; lines: number }>(
    scope,
    // Currencies are not compared: a value ranks as in the currency it ranks highest in.
    `SELECT value, sum(of_currency.lines) AS lines FROM (
       SELECT value, lines, row_number() OVER (PARTITION BY currency ORDER BY cost DESC NULLS LAST, value) AS place
       FROM (${remembered ? fromValues(request, bind) : fromCosts(request, bind)})
     ) AS of_currency GROUP BY value ORDER BY min(place), value LIMIT ${bind(limit, 'UInt32')}`,
    { ...bind.values, load_ids: loadIds },
  )
  const namedValues = isNamed(key) ? rows.map(({ value }) => value) : []
  const names = await readNames(warehouse, scope, loadIds, [key], namedValues)
  return rows.map(({ value, lines }) => ({ value, name: names.get(key)?.get(value) ?? '', lines }))
}

/** Every value that any load has is stored with the roll-ups, so no line is read. */
function fromValues({ key, search }: ValuesRequest, bind: Binder): string {
  const matches = search
    ? `AND (positionCaseInsensitiveUTF8(value, ${bind(search, 'String')}) > 0
            OR positionCaseInsensitiveUTF8(name, ${bind(search, 'String')}) > 0)`
    : ''
  const valuesSql = `SELECT value, currency, sum(v.lines) AS lines, sum(v.effective) AS cost FROM cost_value AS v
    WHERE ${ofLoads} AND dimension = ${bind(key, 'String')} ${matches} GROUP BY value, currency`
  if (!isTag(key) || search) return valuesSql
  // Lines without the tag are all lines minus those with it.
  return `${valuesSql} UNION ALL
    SELECT '', '', toUInt64(total.lines - with_tag.lines) AS lines, NULL FROM
      (SELECT sum(l.lines) AS lines FROM rolled_up_load AS l WHERE ${ofLoads}) AS total,
      (SELECT sum(v.lines) AS lines FROM cost_value AS v WHERE ${ofLoads} AND dimension = ${bind(key, 'String')}) AS with_tag
    WHERE lines > 0`
}

function fromCosts({ key, search, start_date: from, end_date: to }: ValuesRequest, bind: Binder): string {
  const table = smallestTable([key])
  const conditions = [ofLoads]
  if (from) conditions.push(`t.charge_date >= ${bind(from, 'Date')}`)
  if (to) conditions.push(`t.charge_date < ${bind(to, 'Date')}`)
  if (search) conditions.push(filterSql({ dimension: key, op: 'contains', values: [search] }, bind, ofLoads))
  const [lines, cost] =
    table === 'cost_line' ? ['count()', 'sum(t.EffectiveCost)'] : ['sum(t.lines)', 'sum(t.effective)']
  return `SELECT toString(${keySql(key, bind)}) AS value, t.BillingCurrency AS currency, ${lines} AS lines, ${cost} AS cost
    FROM ${table} AS t WHERE ${conditions.join(' AND ')} GROUP BY value, currency`
}

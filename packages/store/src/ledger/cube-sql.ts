/**
 * A query as one statement: cells (one per group and period) are summed on the smallest table that holds the keys,
 * groups beyond the top N become one, and the same rows are summed again per currency for the totals, so that rows and
 * totals always agree. A comparison is read in the same pass, with its days shifted onto those of the window.
 */

import type { CostQuery, GroupKey } from '@kept/domain/cost-query.ts'
import { limits } from '@kept/domain/cube.ts'
import { type Binder, createBinder } from './binder.ts'
import { filterSql, keySql, smallestTable } from './key-sql.ts'
import { combinator, measureSql, type Term, termFrom, termsOf } from './measure-sql.ts'
import { movedPeriodSql, periodSql } from './period-sql.ts'
import { ofLoads } from './roll-up-sql.ts'
import type { Comparison, Span } from './span.ts'

export interface CompiledCube {
  sql: string
  parameters: Record<string, unknown>
  keys: GroupKey[]
  terms: Term[]
}

export interface CubeOptions {
  /** Complete: rows and totals of the first page; rows of a later page or of all pages; the number of rows. */
  answer: { kind: 'first_page'; rows: number } | { kind: 'rows'; rows?: number; offset?: number } | { kind: 'count' }
}

/** The result column that names the row's resource. */
export const resourceName = 'resource_name'
/** More currencies than any bill has; each takes one row of totals. */
const maxTotals = 1000

export function compileCube(
  query: CostQuery,
  loadIds: readonly string[],
  window: Partial<Span>,
  comparison: Comparison | null,
  { answer }: CubeOptions = { answer: { kind: 'first_page', rows: limits.rows } },
): CompiledCube {
  const bind = createBinder()
  const keys = [...new Set(query.group_by)]
  const terms = termsOf(query.measures)
  const { grain, top, measures } = query
  const keyNames = keys.map((_, index) => `k${index}`)
  const cellNames = ['currency', ...(grain ? ['period'] : []), ...keyNames]
  const figures = (comparison ? ['', 'previous_'] : ['']).flatMap((side) => terms.map((term) => `${side}${term}`))
  // There may be a hundred thousand resources: their names are carried along, not looked up.
  if (keys.includes('resource')) figures.push(resourceName)

  const cells = cellsSql(query, { keys, terms, cellNames, window, comparison, bind })
  const rank = measureSql[measures[0] ?? 'effective'].rank
  const rows = top
    ? cutAt(bind(top, 'UInt32'), rankGroups({ cells, keyNames, figures, terms, rank, byPeriod: grain !== undefined }), {
        columns: ['currency', ...(grain ? ['period'] : []), 'place', ...figures],
        keyNames,
      })
    : `SELECT *, materialize(toUInt8(0)) AS other, 0 AS place FROM (${cells})`
  const order = ['currency', ...(grain ? ['period'] : []), 'other', `${rank} DESC NULLS LAST`, ...keyNames].join(', ')
  const groupNames = [...cellNames, 'other'].join(', ')
  const sums = figures.map((name) => `${combine(name)}(r.${name}) AS ${name}`).join(', ')
  const sql = () => {
    switch (answer.kind) {
      case 'first_page':
        return `SELECT ${groupNames}, max(place) AS groups, grouping(other) AS is_total, ${sums}
          FROM (${rows}) AS r GROUP BY GROUPING SETS ((${groupNames}), (currency))
          ORDER BY is_total DESC, ${order} LIMIT ${answer.rows + 1 + maxTotals}`
      case 'rows':
        return `SELECT ${groupNames}, 0 AS groups, 0 AS is_total, ${sums}
          FROM (${rows}) AS r GROUP BY ${groupNames} ORDER BY ${order}
          ${answer.rows === undefined ? '' : `LIMIT ${answer.rows} OFFSET ${answer.offset ?? 0}`}`
      case 'count':
        return `SELECT count() AS rows, uniqExactIf((${['currency', ...keyNames].join(', ')}), other = 0) AS groups
          FROM (SELECT ${groupNames} FROM (${rows}) AS r GROUP BY ${groupNames})`
    }
  }
  return { sql: sql(), parameters: { ...bind.values, load_ids: loadIds }, keys, terms }
}

interface Cells {
  keys: GroupKey[]
  terms: Term[]
  cellNames: string[]
  window: Partial<Span>
  comparison: Comparison | null
  bind: Binder
}

function cellsSql(query: CostQuery, { keys, terms, cellNames, window, comparison, bind }: Cells): string {
  const table =
    query.grain === 'hour'
      ? 'cost_line'
      : smallestTable([...keys, ...query.filters.map(({ dimension }) => dimension)], query.measures)
  const source = table === 'cost_line' ? 'cost_line' : 'roll_up'
  const day = query.window_on === 'billing_period' ? 't.billing_period' : 't.charge_date'
  const within = ({ from, to }: Partial<Span>) =>
    [from && `${day} >= ${bind(from, 'Date')}`, to && `${day} < ${bind(to, 'Date')}`].filter(Boolean).join(' AND ')

  // A year compared with the year before it may overlap it: then each line is read once for each side.
  const overlaps = comparison !== null && comparison.past.to > comparison.span.from
  const isPast = comparison && (overlaps ? 'side = 1' : `${day} < ${bind(comparison.span.from, 'Date')}`)
  const inTime = !comparison
    ? within(window)
    : overlaps
      ? `if(side = 1, ${within(comparison.past)}, ${within(comparison.span)})`
      : `((${within(comparison.past)}) OR (${within(comparison.span)}))`

  const now = periodSql(query.grain)
  const period = comparison ? `if(${isPast}, ${movedPeriodSql(query, comparison, bind)}, ${now})` : now
  const columns = [
    't.BillingCurrency AS currency',
    ...(query.grain ? [`${period} AS period`] : []),
    ...keys.map((key, index) => `${keySql(key, bind)} AS k${index}`),
    ...terms.map((term) => `${termFrom(term, source, isPast ? `NOT (${isPast})` : undefined)} AS ${term}`),
    ...(isPast ? terms.map((term) => `${termFrom(term, source, isPast)} AS previous_${term}`) : []),
    ...(keys.includes('resource') ? [`max(t.ResourceName) AS ${resourceName}`] : []),
  ]
  const conditions = [ofLoads, inTime, ...query.filters.map((filter) => filterSql(filter, bind, ofLoads))]
  if (query.currency) conditions.push(`t.BillingCurrency = ${bind(query.currency, 'String')}`)
  return `SELECT ${columns.join(', ')} FROM ${table} AS t ${overlaps ? 'ARRAY JOIN [0, 1] AS side' : ''}
    WHERE ${conditions.filter(Boolean).join(' AND ')} GROUP BY ${cellNames.join(', ')}`
}

/** Each cell with the rank of its group: groups are ranked over the entire window, per currency. */
function rankGroups(input: {
  cells: string
  keyNames: string[]
  figures: string[]
  terms: Term[]
  rank: string
  byPeriod: boolean
}): string {
  const order = [`${input.rank} DESC NULLS LAST`, ...input.keyNames].join(', ')
  const placeSql = `row_number() OVER (PARTITION BY currency ORDER BY ${order}) AS place`
  if (!input.byPeriod) return `SELECT *, ${placeSql} FROM (${input.cells})`
  const groupNames = ['currency', ...input.keyNames]
  const carried = ['period', ...input.figures]
  return `SELECT ${[...groupNames, 'place', ...carried.map((name, index) => `tupleElement(cell, ${index + 1}) AS ${name}`)].join(', ')}
    FROM (
      SELECT ${groupNames.join(', ')}, cells, ${placeSql}
      FROM (
        SELECT ${groupNames.join(', ')}, groupArray((${carried.map((name) => `c.${name}`).join(', ')})) AS cells,
          ${input.terms.map((term) => `${combinator(term)}(c.${term}) AS ${term}`).join(', ')}
        FROM (${input.cells}) AS c GROUP BY ${groupNames.join(', ')}
      )
    ) ARRAY JOIN cells AS cell`
}

/** Groups beyond the last rank lose their names: they become "other". */
function cutAt(last: string, ranked: string, { columns, keyNames }: { columns: string[]; keyNames: string[] }): string {
  const keys = keyNames.map((name) => `if(x.place > ${last}, '', x.${name}) AS ${name}`)
  return `SELECT ${[...columns.map((name) => `x.${name} AS ${name}`), ...keys].join(', ')}, toUInt8(x.place > ${last}) AS other
    FROM (${ranked}) AS x`
}

function combine(figure: string): string {
  return figure === resourceName ? 'max' : combinator(figure.replace(/^previous_/, '') as Term)
}

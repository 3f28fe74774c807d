/** Resources by page: filtered, sorted and limited by the database, so that a hundred thousand are as fast as ten. */
import { badInput } from '@kept/domain/errors.ts'
import type { Resource, ResourceFilter } from '@kept/domain/resource.ts'
import type { ResourceFacetKey, ResourceGroupKey } from '@kept/domain/resource-list.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { selectResources } from './filter.ts'
import { type ResourceRow, resourceColumns, toResource, withRecommendations } from './row.ts'

export type ResourceSort = 'cost' | 'name' | 'type' | 'region' | 'service' | 'last_charged_on'

export interface ResourceQuery {
  filter: ResourceFilter
  sort: ResourceSort
  descending: boolean
  limit: number
  /** The cursor of the previous page. */
  cursor?: string | undefined
}

interface ResourcePage {
  resources: Resource[]
  /** Of the entire selection. */
  total: number
  totals: { currency: string; effective: string; billed: string }[]
  next: string | null
}

const sortSql = {
  cost: sql<string>`effective`,
  name: sql<string>`lower(name)`,
  type: sql<string>`type`,
  region: sql<string>`region`,
  service: sql<string>`service`,
  last_charged_on: sql<string>`coalesce(last_charged_on, '0001-01-01')`,
} as const
const castOf = { cost: 'numeric', last_charged_on: 'date' } as const

export async function listResources(database: Database, scope: Scope, query: ResourceQuery): Promise<ResourcePage> {
  const { filter, sort, descending, limit, cursor } = query
  return database.scoped(scope, async (tx) => {
    const value = sortValue(sort, filter)
    const direction = descending ? 'desc' : 'asc'
    let page = selectResources(tx, filter).select([...resourceColumns, value.as('sort_value')])
    if (cursor !== undefined) page = page.where(after(readCursor(cursor), value, sort, descending))
    const rows = await page
      .orderBy(value, direction)
      .orderBy('provider')
      .orderBy('resource_id')
      .limit(limit + 1)
      .execute()
    const pageRows = rows.slice(0, limit)
    const last = rows.length > limit ? pageRows.at(-1) : undefined
    const { total } = await selectResources(tx, filter)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    return {
      resources: await withRecommendations(
        tx,
        pageRows.map((row) => toResource(row as ResourceRow)),
      ),
      total: Number(total),
      totals: await totalsOf(tx, filter),
      next: last ? writeCursor([String(last.sort_value), last.provider, last.resource_id]) : null,
    }
  })
}

/** Costs of different currencies are not compared: the requested one, else each resource's main currency. */
function sortValue(sort: ResourceSort, { currency }: ResourceFilter) {
  if (sort !== 'cost' || currency === undefined) return sortSql[sort]
  return sql<string>`(SELECT (item ->> 'effective')::numeric FROM jsonb_array_elements(costs) AS item
    WHERE item ->> 'currency' = ${currency})`
}

type Cursor = [value: string, provider: string, id: string]

function after(
  [value, provider, id]: Cursor,
  sortExpression: ReturnType<typeof sortValue>,
  sort: ResourceSort,
  descending: boolean,
) {
  const cast = sql.raw(isKeyOf(castOf, sort) ? castOf[sort] : 'text')
  const beyond = sql.raw(descending ? '<' : '>')
  return sql<boolean>`(${sortExpression} ${beyond} ${value}::${cast}
    OR (${sortExpression} = ${value}::${cast} AND (provider, resource_id) > (${provider}, ${id})))`
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parsed) && parsed.length === 3 && parsed.every((part) => typeof part === 'string')) {
      return parsed as Cursor
    }
  } catch {
    // the error below explains it
  }
  throw badInput('This cursor is not from a list of resources; start again without it.')
}

async function totalsOf(tx: ScopedTransaction, filter: ResourceFilter): Promise<ResourcePage['totals']> {
  const items = selectResources(tx, filter).select(
    sql<{ currency: string; effective: string; billed: string | null }>`jsonb_array_elements(costs)`.as('item'),
  )
  const rows = await tx
    .selectFrom(items.as('costs'))
    .select([
      sql<string>`item ->> 'currency'`.as('currency'),
      sql<string>`sum((item ->> 'effective')::numeric)`.as('effective'),
      sql<string>`coalesce(sum((item ->> 'billed')::numeric), 0)`.as('billed'),
    ])
    .groupBy(sql`item ->> 'currency'`)
    .orderBy(sql`sum((item ->> 'effective')::numeric)`, 'desc')
    .execute()
  return rows.map(({ currency, effective, billed }) => ({
    currency,
    effective: decimal(effective),
    billed: decimal(billed),
  }))
}

interface ResourceGroup {
  value: string
  name: string
  resources: number
  costs: { currency: string; effective: string }[]
}

const groupColumn = {
  provider: 'provider',
  service: 'service',
  type: 'type',
  region: 'region',
  sub_account: 'sub_account_id',
  owner: 'owner',
  state: 'state',
} as const satisfies Record<ResourceGroupKey, keyof Schema['resource']>

/** A row for each tag of a resource, and one row for anything else. */
function groupValue(groupKey: ResourceFacetKey) {
  if (groupKey !== 'tag') return sql<string>`${sql.ref(groupColumn[groupKey])}`
  return sql<string>`unnest(ARRAY(SELECT key || ':' || value FROM jsonb_each_text(tags)))`
}

const maxGroups = 500

/** The selection grouped by one of its attributes, the largest group first. */
export async function groupResources(
  database: Database,
  scope: Scope,
  filter: ResourceFilter,
  groupKey: ResourceFacetKey,
): Promise<ResourceGroup[]> {
  return database.scoped(scope, async (tx) => {
    const members = selectResources(tx, filter).select([
      'currency',
      'effective',
      'sub_account_name',
      groupValue(groupKey).as('value'),
    ])
    const rows = await tx
      .selectFrom(members.as('member'))
      .select([
        'value',
        'currency',
        sql<string>`count(*)`.as('resources'),
        sql<string>`sum(effective)`.as('effective'),
        sql<string>`max(sub_account_name)`.as('account'),
      ])
      .groupBy(['value', 'currency'])
      .execute()
    const groups = new Map<string, ResourceGroup>()
    for (const { value, currency, resources, effective, account } of rows) {
      const key = value
      const group = groups.get(key) ?? {
        value: key,
        name: (groupKey === 'sub_account' && account) || key,
        resources: 0,
        costs: [],
      }
      group.resources += Number(resources)
      if (currency !== '') group.costs.push({ currency, effective: decimal(effective) })
      groups.set(key, group)
    }
    return [...groups.values()]
      .toSorted((a, b) => b.resources - a.resources || (a.value < b.value ? -1 : 1))
      .slice(0, maxGroups)
  })
}

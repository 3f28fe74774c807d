/** The state of the resource list, read from and written to the address. */
import type { Resource } from '@kept/domain/resource.ts'
import { type ResourceGroupKey, resourceGroupKeys, resourceSorts } from '@kept/domain/resource-list.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import type { Search } from '../../url/search.ts'

export const filterKeys = ['provider', 'service', 'type', 'region', 'sub_account', 'owner', 'state', 'tag'] as const
export type FilterKey = (typeof filterKeys)[number]
type Sort = (typeof resourceSorts)[number]

export interface ResourcesView {
  text: string
  filters: Partial<Record<FilterKey, string>>
  /** Only resources with open recommendations. */
  withRecommendations: boolean
  /** Only resources that lack a required tag. */
  withoutRequiredTags: boolean
  /** The group to count by; empty for the list of resources. */
  groupBy: ResourceGroupKey | ''
  currency: string
  /** The columns between the name and the cost, in their order. */
  columns: readonly ResourceColumn[]
  sort: { id: Sort; desc: boolean }
  /** The resource whose page is open, and its provider. */
  id: string
  provider: string
}

/** The columns to choose from, in their order in the table. */
export const resourceColumns = {
  provider: 'Provider',
  service: 'Service',
  type: 'Type',
  size: 'Size',
  region: 'Region',
  account: 'Account',
  owner: 'Owner',
  team: 'Team tag',
  state: 'State',
  created: 'Created',
  last_charged_on: 'Last charged',
  recommendations: 'Est. savings',
} as const
export type ResourceColumn = keyof typeof resourceColumns
export const resourceColumnNames = keysOf(resourceColumns)

const defaultColumns: readonly ResourceColumn[] = ['type', 'region', 'account', 'owner', 'recommendations']

/** The chosen columns in the order of the table; the usual ones without a choice. */
export function readColumns(text: string | undefined): readonly ResourceColumn[] {
  if (text === undefined) return defaultColumns
  const names = text.split(',')
  return resourceColumnNames.filter((name) => names.includes(name))
}

const defaultSort = { id: 'cost', desc: true } as const

export function readResources(search: Search): ResourcesView {
  const id = (search.sort ?? '').replace(/^-/, '') as Sort
  return {
    text: search.q ?? '',
    filters: Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : []))),
    withRecommendations: search.recommendations === 'some',
    withoutRequiredTags: search.tags === 'missing',
    groupBy: resourceGroupKeys.find((key) => key === search.by) ?? '',
    currency: search.currency ?? '',
    columns: readColumns(search.columns || undefined),
    sort: resourceSorts.includes(id) ? { id, desc: search.sort?.startsWith('-') ?? false } : defaultSort,
    id: search.id ?? '',
    provider: search.of ?? '',
  }
}

export function writeResources(view: ResourcesView): Search {
  const { text, filters, withRecommendations, withoutRequiredTags, groupBy, currency, columns, sort, id, provider } =
    view
  const isDefaultSort = sort.id === defaultSort.id && sort.desc
  return {
    q: text,
    ...Object.fromEntries(filterKeys.map((key) => [key, filters[key] ?? ''])),
    recommendations: withRecommendations ? 'some' : '',
    tags: withoutRequiredTags ? 'missing' : '',
    by: groupBy,
    columns: columns.join() === defaultColumns.join() ? '' : columns.join(',') || 'none',
    currency,
    sort: isDefaultSort ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    id,
    of: provider,
  }
}

/** The filter parameters of the API, the same for the list and its groups. */
export function filterOf({ filters, withRecommendations, withoutRequiredTags, currency }: ResourcesView, text: string) {
  return {
    ...filters,
    ...(text ? { search: text } : {}),
    ...(withRecommendations ? { with_recommendations: 'true' as const } : {}),
    ...(withoutRequiredTags ? { without_required_tags: 'true' as const } : {}),
    ...(currency ? { currency } : {}),
  }
}

/** The cost in the given currency, or the first one without it. Currencies are never added. */
export function costIn({ costs }: Pick<Resource, 'costs'>, currency: string): Resource['costs'][number] | undefined {
  return currency ? costs.find((cost) => cost.currency === currency) : costs[0]
}

/** Identifies a resource: two providers may use the same ID. */
export function keyOf({ provider, resource_id }: Pick<Resource, 'provider' | 'resource_id'>): string {
  return JSON.stringify([provider, resource_id])
}

/** The API's reference to a resource. */
export interface ResourceRef {
  id: string
  provider?: string
}

/** The list of resources as its address asks for it. */
import { type Resource, type ResourceGroupKey, resourceGroupKeys, resourceSorts } from '@kept/domain/resource.ts'
import type { Search } from '../../url/search.ts'

export const filterKeys = ['provider', 'service', 'type', 'region', 'sub_account', 'owner', 'state'] as const
export type FilterKey = (typeof filterKeys)[number]
type Sort = (typeof resourceSorts)[number]

export interface ResourcesView {
  text: string
  filters: Partial<Record<FilterKey, string>>
  /** Only those with something to save. */
  withFindings: boolean
  /** The selection by one of its words instead of one by one. */
  by: ResourceGroupKey | ''
  currency: string
  sort: { id: Sort; desc: boolean }
  /** The resource whose page is open, and its provider. */
  id: string
  provider: string
}

const defaultSort = { id: 'cost', desc: true } as const

export function readResources(search: Search): ResourcesView {
  const id = (search.sort ?? '').replace(/^-/, '') as Sort
  return {
    text: search.q ?? '',
    filters: Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : []))),
    withFindings: search.findings === 'some',
    by: resourceGroupKeys.find((key) => key === search.by) ?? '',
    currency: search.currency ?? '',
    sort: resourceSorts.includes(id) ? { id, desc: search.sort?.startsWith('-') ?? false } : defaultSort,
    id: search.id ?? '',
    provider: search.of ?? '',
  }
}

export function writeResources(view: ResourcesView): Search {
  const { text, filters, withFindings, by, currency, sort, id, provider } = view
  const usual = sort.id === defaultSort.id && sort.desc
  return {
    q: text,
    ...Object.fromEntries(filterKeys.map((key) => [key, filters[key] ?? ''])),
    findings: withFindings ? 'some' : '',
    by,
    currency,
    sort: usual ? '' : `${sort.desc ? '-' : ''}${sort.id}`,
    id,
    of: provider,
  }
}

/** What the server narrows by: the list and its groups ask alike. */
export function filterOf({ filters, withFindings, currency }: ResourcesView, text: string) {
  return {
    ...filters,
    ...(text ? { search: text } : {}),
    ...(withFindings ? { with_findings: 'true' as const } : {}),
    ...(currency ? { currency } : {}),
  }
}

/** What it cost in the currency the list is in, or in its own only one; two currencies are never added. */
export function costIn({ costs }: Pick<Resource, 'costs'>, currency: string): Resource['costs'][number] | undefined {
  return currency ? costs.find((cost) => cost.currency === currency) : costs[0]
}

/** Two providers may use one id. */
export function keyOf({ provider, resource_id }: Pick<Resource, 'provider' | 'resource_id'>): string {
  return JSON.stringify([provider, resource_id])
}

/** How one resource is asked for. */
export interface OneResource {
  id: string
  provider?: string
}

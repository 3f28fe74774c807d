import type { ResourceSort } from '@kept/store/resources/list.ts'

/** Default order: highest cost first, latest charge first. */
export function isDescending(sort: ResourceSort, order: 'asc' | 'desc' | undefined): boolean {
  return order === undefined ? sort === 'cost' || sort === 'last_charged_on' : order === 'desc'
}

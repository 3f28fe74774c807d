import type { ResourceSort } from '@kept/store/resources/list.ts'

/** What costs most, and what was charged last, stands first where nobody says otherwise. */
export function isDescending(sort: ResourceSort, order: 'asc' | 'desc' | undefined): boolean {
  return order === undefined ? sort === 'cost' || sort === 'last_charged_on' : order === 'desc'
}

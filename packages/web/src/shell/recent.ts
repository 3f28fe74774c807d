/** The user's recent items of the search box, the latest first: only in memory, as names are confidential. */
import type { HitKind } from '@kept/domain/search.ts'

export interface RecentItem {
  kind: HitKind | 'page'
  title: string
  detail: string
  href: string
}

const maxItems = 6
let owner = ''
let items: readonly RecentItem[] = []

/** Of this person in this organization; when another one comes, those of the former are forgotten. */
export function recentOf(whose: string): readonly RecentItem[] {
  if (whose !== owner) {
    owner = whose
    items = []
  }
  return items
}

export function addRecent(whose: string, item: RecentItem): void {
  items = [item, ...recentOf(whose).filter(({ href }) => href !== item.href)].slice(0, maxItems)
}

/** What a search finds, in words, and where it leads. */
import type { searchHitSchema } from '@kept/contract/routes/search.ts'
import { dimensions, type GroupKey } from '@kept/domain/cube.ts'
import type { FoundValue } from '@kept/store/ledger/find-values.ts'
import type { FoundFinding } from '@kept/store/search/find-findings.ts'
import type * as z from 'zod'

type SearchHit = z.infer<typeof searchHitSchema>

export function hitOfValue({ key, value, name, provider, service }: FoundValue): SearchHit {
  const title = name || value
  const beside = name ? [value] : []
  const words = (...of: string[]) => of.filter(Boolean).join(' · ')
  switch (key) {
    case 'resource':
      return { kind: 'resource', title, detail: words(service, ...beside), href: explorer(key, value, 'description') }
    case 'service':
      return { kind: 'service', title, detail: provider, href: explorer(key, value, 'sub_account') }
    case 'sub_account':
    case 'billing_account':
      return {
        kind: 'account',
        title,
        detail: words(dimensions[key].label, provider, ...beside),
        href: explorer(key, value, 'service'),
      }
    default:
      return { kind: 'tag', title: `${key.slice(4)}: ${value}`, detail: 'Tag', href: explorer(key, value, 'service') }
  }
}

export function hitOfFinding({ id, title, resource }: FoundFinding): SearchHit {
  return { kind: 'finding', title, detail: resource, href: `/savings?finding=${id}` }
}

/** The cost explorer, filtered; its address writes a filter as key|is|value and takes "~" as its escape. */
function explorer(key: GroupKey, value: string, by: string): string {
  const filter = [key, 'is', value].map((part) => escapeMark(part, '|')).join('|')
  return `/costs?${new URLSearchParams({ by, f: escapeMark(filter, ',') })}`
}

function escapeMark(part: string, mark: string): string {
  return part.replaceAll('~', '~~').replaceAll(mark, `~${mark.charCodeAt(0).toString(16)}`)
}

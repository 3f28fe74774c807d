import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import type { Explorer } from './explorer.ts'
import { FacetGroup } from './FacetGroup.tsx'

interface FacetsProps {
  state: Explorer
  currency: string
  window: DayWindow
  onChange(part: Partial<Explorer>): void
}

const common = ['provider', 'sub_account', 'service', 'region', 'charge_category'] as const satisfies GroupKey[]
/** The tags by which organizations divide costs; one is a facet when the bill has it. */
const tagKeys = /^(team|env|environment|project|app|application|cost-?center)$/i
const maxTags = 3
/** Open at first; the others load when they are opened. */
const startOpen: readonly string[] = ['provider', 'sub_account', 'service']

/** The values of the common dimensions with their costs and lines; a click filters. On a phone they fold away. */
export function Facets(props: FacetsProps) {
  const tags = (useCatalog().data?.tag_keys ?? []).filter(({ key }) => tagKeys.test(key)).slice(0, maxTags)
  const keys: GroupKey[] = [...common, ...tags.map(({ key }): GroupKey => `tag:${key}`)]
  const isWide = useMedia('(min-width: 64rem)')
  const groups = keys.map((key) => (
    <FacetGroup key={key} {...props} dimension={key} startsOpen={isWide && startOpen.includes(key)} />
  ))
  if (isWide)
    return (
      <aside aria-label="Filters" className="border-rule border-r pr-4 print:hidden">
        {groups}
      </aside>
    )
  return (
    <details className="rounded-base border border-rule px-3 print:hidden">
      <summary className="min-h-9 cursor-pointer py-2 text-small font-medium">Filters</summary>
      {groups}
    </details>
  )
}

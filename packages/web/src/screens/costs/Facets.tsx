import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useCatalog } from '../../spend/useCatalog.ts'
import { FacetColumn } from '../../table/FacetColumn.tsx'
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
  return (
    <FacetColumn>
      {(isWide) =>
        keys.map((key) => (
          <FacetGroup key={key} {...props} dimension={key} startsOpen={isWide && startOpen.includes(key)} />
        ))
      }
    </FacetColumn>
  )
}

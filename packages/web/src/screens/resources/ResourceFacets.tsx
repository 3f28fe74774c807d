import type { ResourceFacetKey } from '@kept/domain/resource-list.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { FacetColumn } from '../../table/FacetColumn.tsx'
import { groupLabels } from './Filters.tsx'
import { filterOf, type ResourcesView } from './resource-list.ts'

interface ResourceFacetsProps {
  view: ResourcesView
  /** The search text, once the reader stopped typing. */
  text: string
  onChange(part: Partial<ResourcesView>): void
}

const facets = ['type', 'sub_account', 'region', 'tag', 'owner', 'state'] as const satisfies ResourceFacetKey[]
/** Open at first; the others load when they are opened. */
const startOpen: readonly string[] = ['type', 'sub_account', 'region']
const fewValues = 6
const manyValues = 60

/** Type, account, region, tag, owner and state with the number of resources under all other filters. */
export function ResourceFacets(props: ResourceFacetsProps) {
  return (
    <FacetColumn>
      {(isWide) =>
        facets.map((key) => (
          <ResourceFacet key={key} {...props} facet={key} startsOpen={isWide && startOpen.includes(key)} />
        ))
      }
    </FacetColumn>
  )
}

interface ResourceFacetProps extends ResourceFacetsProps {
  facet: (typeof facets)[number]
  startsOpen: boolean
}

function ResourceFacet({ facet, view, text, startsOpen, onChange }: ResourceFacetProps) {
  const [open, setOpen] = useState(startsOpen || view.filters[facet] !== undefined)
  const [showAll, setShowAll] = useState(false)
  const { [facet]: current, ...otherFilters } = view.filters
  const query = useQuery({
    ...api.resources.groups.queryOptions({
      input: { ...filterOf({ ...view, filters: otherFilters }, text), group_by: facet },
    }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const values = (query.data?.data ?? []).filter(({ value }) => value !== '')
  const visible = values.slice(0, showAll ? manyValues : fewValues)
  const chosen = values.find(({ value }) => value === current)
  const rows = chosen && !visible.includes(chosen) ? [chosen, ...visible] : visible
  const Fold = open ? ChevronDown : ChevronRight
  return (
    <section aria-label={groupLabels[facet]} className="border-rule border-b py-2 last:border-b-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-7 w-full items-center gap-1.5 text-small font-medium"
        >
          <Fold size={14} aria-hidden="true" className="text-faint" />
          {groupLabels[facet]}
          {open && <span className="figure ml-auto font-normal text-faint">{formatCount(values.length)}</span>}
        </button>
      </h2>
      {open && (
        <ul>
          {rows.map(({ value, name, resources }) => (
            <li key={value}>
              <label className="flex min-h-7 cursor-pointer items-center gap-2 text-small" title={name}>
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-ink"
                  checked={value === current}
                  onChange={() =>
                    onChange({ filters: value === current ? otherFilters : { ...otherFilters, [facet]: value } })
                  }
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="figure shrink-0 text-faint text-micro">{formatCount(resources)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {open && query.isSuccess && values.length === 0 && <p className="text-small text-faint">No values.</p>}
      {open && values.length > visible.length && !showAll && (
        <button type="button" className="min-h-7 text-fact text-small" onClick={() => setShowAll(true)}>
          {formatCount(values.length - visible.length)} more
        </button>
      )}
    </section>
  )
}

import type { Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { keyOptions } from '../../spend/key-options.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { FilterChip } from './FilterChip.tsx'

interface FiltersProps {
  filters: Filter[]
  window: DayWindow | null
  onChange(filters: Filter[]): void
}

/** The filters. Filters are combined with AND, the values of one filter with OR. */
export function Filters({ filters, window, onChange }: FiltersProps) {
  const catalog = useCatalog().data
  // A filter without a value is not in the address yet.
  const [draft, setDraft] = useState<Filter | null>(null)
  const replace = (index: number, next: Filter) =>
    onChange(
      next.values.length === 0
        ? filters.filter((_, i) => i !== index)
        : filters.map((old, i) => (i === index ? next : old)),
    )
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {filters.map((filter, index) => (
        <FilterChip
          key={`${filter.dimension} ${filter.op}`}
          filter={filter}
          window={window}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(filters.filter((_, i) => i !== index))}
        />
      ))}
      {draft && (
        <FilterChip
          filter={draft}
          window={window}
          startOpen
          onChange={(next) => {
            setDraft(null)
            if (next.values.length > 0) onChange([...filters, next])
          }}
          onRemove={() => setDraft(null)}
        />
      )}
      <Combobox
        label="Filter by"
        single
        keepsFocus
        placeholder="Search dimensions and tags"
        trigger={
          <Button size="small" tone="quiet" icon={<ListFilter size={14} />}>
            Add filter
          </Button>
        }
        options={keyOptions(catalog)}
        chosen={filters.map((filter) => filter.dimension)}
        onToggle={(value) => setDraft({ dimension: value as GroupKey, op: 'is', values: [] })}
      />
      {filters.length > 1 && (
        <Button size="small" tone="quiet" onClick={() => onChange([])}>
          Clear all
        </Button>
      )}
    </div>
  )
}

import { type ResourceFacetKey, resourceGroupKeys } from '@kept/domain/resource-list.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { X } from 'lucide-react'
import { ColumnMenu } from './ColumnMenu.tsx'
import { type FilterKey, filterKeys, type ResourcesView } from './resource-list.ts'

export const groupLabels: Record<ResourceFacetKey, string> = {
  provider: 'Provider',
  service: 'Service',
  type: 'Type',
  region: 'Region',
  sub_account: 'Account',
  owner: 'Owner',
  state: 'State',
  tag: 'Tag',
}

interface FiltersProps {
  view: ResourcesView
  onChange(part: Partial<ResourcesView>): void
}

/** Search, filters, and grouping. All of them are in the address. */
export function Filters({ view, onChange }: FiltersProps) {
  const chosen = filterKeys.filter((key) => view.filters[key] !== undefined)
  const without = (key: FilterKey) => {
    const { [key]: _, ...filters } = view.filters
    return filters
  }
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="w-full sm:w-80">
        <SearchInput
          label="Search resources"
          placeholder="Search by ID, name, or tag"
          value={view.text}
          onChange={(text) => onChange({ text })}
        />
      </div>
      <Select
        label="Group by"
        hiddenLabel
        value={view.groupBy || 'none'}
        options={[
          { value: 'none', label: 'No grouping' },
          ...resourceGroupKeys.map((key) => ({ value: key, label: `By ${groupLabels[key].toLowerCase()}` })),
        ]}
        onChange={(groupBy) => onChange({ groupBy: groupBy === 'none' ? '' : groupBy })}
      />
      <Checkbox
        checked={view.withRecommendations}
        onChange={(withRecommendations) => onChange({ withRecommendations })}
      >
        Has savings
      </Checkbox>
      {view.withoutRequiredTags && (
        <Button size="small" onClick={() => onChange({ withoutRequiredTags: false })}>
          Lacks a required tag
          <X size={12} aria-label="Remove this filter" />
        </Button>
      )}
      {view.groupBy === '' && <ColumnMenu columns={view.columns} onChange={(columns) => onChange({ columns })} />}
      {chosen.map((key) => (
        <Button key={key} size="small" onClick={() => onChange({ filters: without(key) })}>
          {groupLabels[key]}: {view.filters[key]}
          <X size={12} aria-label="Remove this filter" />
        </Button>
      ))}
    </div>
  )
}
